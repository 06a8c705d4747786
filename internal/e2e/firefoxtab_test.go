package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// firefoxTab is a tab of Firefox.
type firefoxTab struct {
	bidi    *bidi
	context string // BiDi's name of the tab
}

// open opens a tab or a window, with a script that runs before those of its pages.
func (b *bidi) open(ctx context.Context, what object, script string) (firefoxTab, error) {
	data, err := b.call(ctx, "browsingContext.create", what)
	if err != nil {
		return firefoxTab{}, err
	}
	var made struct{ Context string }
	if err := json.Unmarshal(data, &made); err != nil {
		return firefoxTab{}, fmt.Errorf("browsingContext.create: %w", err)
	}
	_, err = b.call(ctx, "script.addPreloadScript", object{
		"functionDeclaration": "() => {" + coarsePicture + ";" + script + "}",
		"contexts":            []string{made.Context},
	})
	return firefoxTab{b, made.Context}, err
}

func (t firefoxTab) evaluate(ctx context.Context, expression string) (json.RawMessage, error) {
	data, err := t.bidi.call(ctx, "script.evaluate", object{
		"expression":   "(async () => JSON.stringify(await (" + expression + ")))()",
		"target":       object{"context": t.context},
		"awaitPromise": true,
	})
	if err != nil {
		return nil, err
	}
	var reply struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	if err := json.Unmarshal(data, &reply); err != nil {
		return nil, fmt.Errorf("script.evaluate: %w", err)
	}
	if reply.Type != "success" {
		return nil, errors.New(reply.ExceptionDetails.Text)
	}
	return json.RawMessage(reply.Result.Value), nil
}

func (t firefoxTab) visit(ctx context.Context, url string) error {
	_, err := t.bidi.call(ctx, "browsingContext.navigate", object{"context": t.context, "url": url, "wait": "complete"})
	return err
}

// webdriverKeys are WebDriver's names of keys that write nothing.
var webdriverKeys = map[string]string{"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}

func (t firefoxTab) key(ctx context.Context, code string, down bool) error {
	value, named := webdriverKeys[code]
	if !named {
		value = strings.ToLower(strings.TrimPrefix(code, "Key"))
	}
	typ := "keyDown"
	if !down {
		typ = "keyUp"
	}
	return t.perform(ctx, object{"type": "key", "id": "keyboard", "actions": []object{{"type": typ, "value": value}}})
}

func (t firefoxTab) click(ctx context.Context, x, y float64) error {
	return t.perform(ctx, object{"type": "pointer", "id": "mouse", "actions": []object{
		{"type": "pointerMove", "x": math.Round(x), "y": math.Round(y)},
		{"type": "pointerDown", "button": 0},
		{"type": "pointerUp", "button": 0},
	}})
}

func (t firefoxTab) perform(ctx context.Context, actions ...object) error {
	_, err := t.bidi.call(ctx, "input.performActions", object{"context": t.context, "actions": actions})
	return err
}

func (t firefoxTab) screenshot(ctx context.Context) ([]byte, error) {
	data, err := t.bidi.call(ctx, "browsingContext.captureScreenshot", object{"context": t.context})
	if err != nil {
		return nil, err
	}
	var shot struct{ Data []byte } // base64, as encoding/json has it
	err = json.Unmarshal(data, &shot)
	return shot.Data, err
}

// cover opens an empty tab in front of this one, in the same window, until it is closed.
func (t firefoxTab) cover(ctx context.Context) (firefoxTab, error) {
	return t.bidi.open(ctx, object{"type": "tab", "referenceContext": t.context}, "")
}

// close closes the tab; a page that would rather be asked is not.
func (t firefoxTab) close(ctx context.Context) error {
	_, err := t.bidi.call(ctx, "browsingContext.close", object{"context": t.context, "promptUnload": false})
	return err
}
