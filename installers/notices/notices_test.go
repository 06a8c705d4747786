package notices

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"doomhost/installers/product"
	"doomhost/installers/tiny"
)

func TestLibrariesAreReadFromTheProgram(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "linked")
	if out, err := exec.Command("go", "build", "-o", bin, "./testdata/linked").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	libs, err := Libraries(context.Background(), ".", data, tiny.Program(t, "linux", "amd64"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, l := range libs {
		found[l.Path] = l.Licence
	}
	if found["std"] != "BSD-3-Clause" || found["github.com/spf13/pflag"] != "BSD-3-Clause" {
		t.Errorf("found %v", found)
	}
	text := string(Format(libs, Text{"Freedoom", "Redistribution"}))
	for _, want := range []string{"The Go Authors", "github.com/spf13/pflag: LICENSE", "Freedoom"} {
		if !strings.Contains(text, want) {
			t.Errorf("the notices lack %q", want)
		}
	}
}

func TestScriptsOfOthersAreRead(t *testing.T) {
	libs, err := Vendored(filepath.Join("..", "..", "web", "vendor"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(Format(libs))
	for _, want := range []string{"@noble/hashes 2.4.0 (MIT)", "@noble/hashes: LICENSE", "Paul Miller"} {
		if !strings.Contains(text, want) {
			t.Errorf("the notices lack %q:\n%s", want, text)
		}
	}
	v, err := product.ParseVersion("v1.2.3", 9)
	if err != nil {
		t.Fatal(err)
	}
	bom, err := SBOM(product.Product{Version: v, Stamp: time.Unix(1700000000, 0)}, libs)
	if err != nil || !strings.Contains(string(bom), `"pkg:npm/%40noble/hashes@2.4.0"`) {
		t.Errorf("the bill of materials, %v:\n%s", err, bom)
	}
	if _, err := Vendored(t.TempDir()); err == nil {
		t.Error("a folder without scripts was taken")
	}
}

func TestLicencesAreKnownByTheirText(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted, free\n of charge, to any person": "MIT",
		"Apache License\n  Version 2.0, January 2004":                   "Apache-2.0",
		"Redistribution and use in source and binary forms, with":       "BSD-2-Clause",
		"GNU AFFERO GENERAL PUBLIC LICENSE":                             "",
		"All rights reserved.":                                          "",
	} {
		if got := Identify(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestUnknownLicenceStopsTheBuild(t *testing.T) {
	dir := t.TempDir()
	if _, err := read("x", "v1", dir); err == nil {
		t.Error("a library without a licence was taken")
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE"), []byte("All rights reserved."), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := read("x", "v1", dir); err == nil {
		t.Error("a library that nobody may copy was taken")
	}
}

func TestBillOfMaterialsIsValidAndEqualForEqualContent(t *testing.T) {
	v, err := product.ParseVersion("v1.2.3", 9)
	if err != nil {
		t.Fatal(err)
	}
	p := product.Product{Version: v, Stamp: time.Unix(1700000000, 0)}
	libs := []Library{{Path: "example.org/a", Version: "v1.0.0", Licence: "MIT"}}
	one, err := SBOM(p, libs)
	if err != nil {
		t.Fatal(err)
	}
	two, err := SBOM(p, libs)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, two) {
		t.Error("two bills of one release differ")
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(bytes.NewReader(one), cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if len(*bom.Components) != 1 || (*bom.Components)[0].PackageURL != "pkg:golang/example.org/a@v1.0.0" || !strings.HasPrefix(bom.SerialNumber, "urn:uuid:") {
		t.Errorf("got %+v", bom)
	}
}
