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

// addedFile is what became of a file that the host's page has sent.
type addedFile struct {
	Name   string          `json:"name"`   // as it is kept
	Before bool            `json:"before"` // all of it was there already
	WADs   []string        `json:"wads"`   // ids of what it brings
	Unused []wadlib.Unused `json:"unused"` // what of an archive cannot be used
}

// addWAD answers POST /api/wads?name=NAME, whose body is a file for the library. The
// file goes to the disk as it comes, and stays there only where it can be used.
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
		w.Header().Set("Connection", "close") // what comes is not read
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
			// Browsers read no answer before all is sent.
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

// drained is how much of a file that was refused is read still.
const drained = 64 << 20

// takeFile writes a file to the disk as it comes, checks it and keeps it.
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

// uploadFailure is the status of an error, and the reason for people.
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

// byHand is how files come into the library without the page.
func (h *Host) byHand() string {
	if folder := h.cfg.Library.Folder(); folder != "" {
		return "put it into " + folder + " yourself, then look for new WADs on your page"
	}
	return "put it into a folder, and name that with --wads when you start doomhost"
}

// enter counts the caller among those whom Run waits for, until it calls
// h.readers.Done; it reports false when the host shuts down.
func (h *Host) enter() bool {
	h.countMu.Lock()
	defer h.countMu.Unlock()
	if h.closing {
		return false
	}
	h.readers.Add(1)
	return true
}

// renewedReader reads a request's body, which may take as long as it likes but not be
// silent for longer than patience.
type renewedReader struct {
	r        io.Reader
	conn     *http.ResponseController
	patience time.Duration
}

func (b *renewedReader) Read(p []byte) (int, error) {
	// What is no real connection has no deadline.
	_ = b.conn.SetReadDeadline(time.Now().Add(b.patience))
	return b.r.Read(p)
}

// rest lets the connection be silent from now on: it has the host's answer to wait for.
func (b *renewedReader) rest() { _ = b.conn.SetReadDeadline(time.Time{}) }
