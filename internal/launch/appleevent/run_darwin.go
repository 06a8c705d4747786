package appleevent

import (
	"os"
	"runtime"
	"strings"

	"github.com/ebitengine/purego"
	"github.com/ebitengine/purego/objc"
)

// This file contains all use of github.com/ebitengine/purego.

// init locks the main goroutine to the main thread, where AppKit's event loop must run.
// Later than init is too late.
func init() { runtime.LockOSThread() }

const (
	appKit = "/System/Library/Frameworks/AppKit.framework/AppKit"

	// getURL is both the class and the id of the event (kInternetEventClass, kAEGetURL),
	// and direct is the key of its link (keyDirectObject): four characters as a number.
	getURL uint32 = 'G'<<24 | 'U'<<16 | 'R'<<8 | 'L'
	direct uint32 = '-'<<24 | '-'<<16 | '-'<<8 | '-'

	// accessory makes an application without an icon in the Dock
	// (NSApplicationActivationPolicyAccessory).
	accessory = 1
)

// Run calls program and exits with its exit code. In an application bundle, links arrive on
// the channel; elsewhere the channel is nil. main must call Run first.
func Run(program func(links <-chan string) int) int {
	exe, err := os.Executable()
	if err != nil || !strings.Contains(exe, ".app/Contents/MacOS/") {
		return program(nil)
	}
	if _, err := purego.Dlopen(appKit, purego.RTLD_LAZY|purego.RTLD_GLOBAL); err != nil {
		return program(nil)
	}
	links := make(chan string, 16)
	app, err := listen(links)
	if err != nil {
		return program(nil)
	}
	go func() { os.Exit(program(links)) }()
	app.Send(objc.RegisterName("run"))
	return 0 // unreachable: the loop ends with the process
}

// listen subscribes to the events and returns the application. If the channel is full, it
// drops the link.
func listen(links chan<- string) (app objc.ID, err error) {
	handle := objc.RegisterName("handleURL:withReply:")
	class, err := objc.RegisterClass("DoomhostLinks", objc.GetClass("NSObject"), nil, nil, []objc.MethodDef{{
		Cmd: handle,
		Fn: func(_ objc.ID, _ objc.SEL, event, _ objc.ID) {
			link := event.Send(objc.RegisterName("paramDescriptorForKeyword:"), direct)
			if link == 0 {
				return
			}
			text := link.Send(objc.RegisterName("stringValue"))
			if text == 0 {
				return
			}
			select {
			case links <- objc.Send[string](text, objc.RegisterName("UTF8String")):
			default:
			}
		},
	}})
	if err != nil {
		return 0, err
	}
	app = objc.ID(objc.GetClass("NSApplication")).Send(objc.RegisterName("sharedApplication"))
	app.Send(objc.RegisterName("setActivationPolicy:"), accessory)
	target := objc.ID(class).Send(objc.RegisterName("new")) // lives as long as the process
	manager := objc.ID(objc.GetClass("NSAppleEventManager")).Send(objc.RegisterName("sharedAppleEventManager"))
	manager.Send(objc.RegisterName("setEventHandler:andSelector:forEventClass:andEventID:"), target, handle, getURL, getURL)
	return app, nil
}
