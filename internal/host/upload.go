package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"doomhost/internal/answer"
	"doomhost/internal/content/wadlib"
)

// addedFile is the result of an upload from the host's page.
type addedFile struct {
	Name   string          `json:"name"`   // the name that the library gave it
	Before bool            `json:"before"` // the library had all of it already
	WADs   []string        `json:"wads"`   // ids of the WADs in it
	Unused []wadlib.Unused `json:"unused"` // unusable files of an archive
}

// addWAD answers POST /api/wads?name=NAME, whose body is a file for the library. It writes
// the file to the disk as it arrives, and keeps it only if it is usable.
func (h *Host) addWAD(w http.ResponseWriter, r *http.Request) {
	if !h.enter() {
		answer.Fail(w, http.StatusServiceUnavailable, shutsDown)
		return
	}
	defer h.readers.Done()
	limit := h.cfg.Limits.Upload
	if limit <= 0 {
		answer.Fail(w, http.StatusForbidden, "this doomhost takes no files: "+h.byHand())
		return
	}
	if r.ContentLength > limit {
		w.Header().Set("Connection", "close") // the body stays unread
		answer.Fail(w, http.StatusRequestEntityTooLarge, h.tooLarge())
		return
	}
	conn := http.NewResponseController(w)
	body := &renewedReader{r: http.MaxBytesReader(w, r.Body, limit), conn: conn, patience: h.cfg.requestTime}
	added, err := h.takeFile(r.Context(), r.URL.Query().Get("name"), body)
	if err != nil {
		h.log.Info("file not added", "name", r.URL.Query().Get("name"), "err", err)
		code, reason := h.uploadFailure(err)
		if code == http.StatusRequestTimeout {
			w.Header().Set("Connection", "close")
		} else {
			// Browsers read the answer only after they have sent the whole body.
			_, _ = io.CopyN(io.Discard, body, drained)
		}
		answer.Fail(w, code, reason)
		return
	}
	h.log.Info("file added", "name", added.Name, "wads", len(added.WADs), "before", added.Before)
	if added.Unused == nil {
		added.Unused = []wadlib.Unused{}
	}
	list := h.wadList(true)
	list.Added = (*addedFile)(&added)
	answer.JSON(w, list)
}

// drained limits how much of a refused file the host still reads.
const drained = 64 << 20

// takeFile writes a file to the disk as it arrives, checks it and keeps it.
func (h *Host) takeFile(ctx context.Context, name string, body *renewedReader) (added wadlib.Added, err error) {
	up, err := h.cfg.Library.Upload(name)
	if err != nil {
		return added, err
	}
	defer up.Close()
	if _, err := io.Copy(up, body); err != nil {
		return added, err
	}
	body.rest()
	if err := ctx.Err(); err != nil {
		return added, err
	}
	atLowPriority(func() { added, err = up.Keep() })
	return added, err
}

// uploadFailure returns the status for an error, and a reason for people.
func (h *Host) uploadFailure(err error) (code int, reason string) {
	var (
		refused *wadlib.RefusedError
		large   *http.MaxBytesError
	)
	switch {
	case errors.As(err, &refused):
		return http.StatusUnprocessableEntity, refused.Reason
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, h.tooLarge()
	case errors.Is(err, wadlib.ErrBusy):
		return http.StatusConflict, err.Error()
	case errors.Is(err, wadlib.ErrDiskFull):
		return http.StatusInsufficientStorage, err.Error()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return http.StatusRequestTimeout, "nothing more of the file came: check the connection, then add it again"
	}
	return http.StatusInternalServerError, err.Error()
}

func (h *Host) tooLarge() string {
	return fmt.Sprintf("it is larger than the %d MB that this doomhost takes: %s",
		h.cfg.Limits.Upload/1_000_000, h.byHand())
}

// byHand tells people how to add files without the page.
func (h *Host) byHand() string {
	if folder := h.cfg.Library.Folder(); folder != "" {
		return "put it into " + folder + " yourself, then look for new WADs on your page"
	}
	return "put it into a folder, and name that with --wads when you start doomhost"
}

// enter adds the caller to the goroutines that Run waits for, until the caller calls
// h.readers.Done. It returns false if the host is shutting down.
func (h *Host) enter() bool {
	h.countMu.Lock()
	defer h.countMu.Unlock()
	if h.closing {
		return false
	}
	h.readers.Add(1)
	return true
}

// renewedReader reads a request's body. The whole may take any time, but no gap may exceed
// patience.
type renewedReader struct {
	r        io.Reader
	conn     *http.ResponseController
	patience time.Duration
}

func (b *renewedReader) Read(p []byte) (int, error) {
	// Ignore the error: a recorder in a test has no deadline.
	_ = b.conn.SetReadDeadline(time.Now().Add(b.patience))
	return b.r.Read(p)
}

// rest removes the deadline: from now on the connection waits for the host's answer.
func (b *renewedReader) rest() { _ = b.conn.SetReadDeadline(time.Time{}) }
