package rtc

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/pion/logging"
)

// loggers adapts a slog.Logger for the WebRTC library. Messages about a single peer are
// logged at debug level at most.
type loggers struct{ log *slog.Logger }

func (l loggers) NewLogger(scope string) logging.LeveledLogger {
	return logger{l.log.With("part", scope)}
}

type logger struct{ log *slog.Logger }

func (l logger) write(format string, args ...any) {
	if l.log.Enabled(context.Background(), slog.LevelDebug) {
		l.log.Debug("webrtc: " + fmt.Sprintf(format, args...))
	}
}

func (logger) Trace(string)                   {}
func (logger) Tracef(string, ...any)          {}
func (logger) Debug(string)                   {}
func (logger) Debugf(string, ...any)          {}
func (l logger) Info(msg string)              { l.write("%s", msg) }
func (l logger) Infof(f string, args ...any)  { l.write(f, args...) }
func (l logger) Warn(msg string)              { l.write("%s", msg) }
func (l logger) Warnf(f string, args ...any)  { l.write(f, args...) }
func (l logger) Error(msg string)             { l.write("%s", msg) }
func (l logger) Errorf(f string, args ...any) { l.write(f, args...) }
