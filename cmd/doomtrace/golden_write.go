package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"

	"doomhost/engine/trace"
	"doomhost/lockstep"
)

// writeGolden writes the compact form of a golden folder: the index runs.tsv,
// the inputs packed, digests of the reference's lines, and those of its pictures.
func writeGolden(from, to string, results []result) error {
	for _, folder := range []string{"demos", "ticlogs", "digests"} {
		if err := os.MkdirAll(filepath.Join(to, folder), 0o755); err != nil {
			return err
		}
	}
	var runs []trace.Run
	for i := range results {
		r := &results[i].run
		want, err := goldenWant(from, r)
		if err != nil {
			return err
		}
		var d trace.Digests
		lines := bytes.Split(bytes.TrimSuffix(want, []byte{'\n'}), []byte{'\n'})
		for _, line := range lines[1:] {
			d.Add(line)
		}
		r.Tics, r.Sum = len(d.Tics), d.Sum
		if err := os.WriteFile(filepath.Join(to, "digests", r.Name+".bin"), d.Bytes(), 0o644); err != nil {
			return err
		}
		if err := writeInput(from, to, &results[i]); err != nil {
			return err
		}
		runs = append(runs, *r)
	}
	if err := writeFrameDigests(from, to); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "runs.tsv"), trace.FormatRuns(runs), 0o644)
}

// writeInput packs a run's own input. A tic log is written as it was played:
// with the bundle of tic 0, which recorded ones may lack.
func writeInput(from, to string, res *result) error {
	r := &res.run
	if r.TicLog {
		var log []byte
		for t := range res.in.Tics {
			tic := &res.in.Tics[t]
			log = lockstep.AppendBundle(log, &lockstep.Bundle{Tic: lockstep.Tic(t), InGame: tic.Mask, Cmds: tic.Cmds})
		}
		return writePacked(filepath.Join(to, "ticlogs", r.Name+".ticlog.gz"), log)
	}
	if r.Demo != "" {
		return nil
	}
	data, err := readFile(goldenFile(from, r))
	if err != nil {
		return err
	}
	return writePacked(filepath.Join(to, "demos", r.Name+".lmp.gz"), data)
}

func writePacked(path string, data []byte) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
