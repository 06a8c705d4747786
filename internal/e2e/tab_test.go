package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// tab is what a page needs of its browser, whichever that is.
type tab interface {
	// evaluate gives an expression's value, or what its promise brings, as JSON:
	// nothing where that is undefined.
	evaluate(ctx context.Context, expression string) (json.RawMessage, error)
	visit(ctx context.Context, url string) error
	// key presses or releases a key by its place, such as "KeyW".
	key(ctx context.Context, code string, down bool) error
	// click clicks at a point of the viewport, in CSS pixels.
	click(ctx context.Context, x, y float64) error
	screenshot(ctx context.Context) ([]byte, error) // as PNG
	close(ctx context.Context) error
}

// evaluate evaluates an expression in a tab. Null and undefined are errors where T
// has no nil.
func evaluate[T any](ctx context.Context, t tab, expression string) (T, error) {
	var v T
	data, err := t.evaluate(ctx, expression)
	if err != nil {
		return v, err
	}
	if len(data) == 0 || string(data) == "null" {
		if k := reflect.TypeFor[T]().Kind(); k != reflect.Map && k != reflect.Slice && k != reflect.Pointer && k != reflect.Interface {
			return v, errors.New("it is null or undefined")
		}
		return v, nil
	}
	err = json.Unmarshal(data, &v)
	return v, err
}

// awaitIn asks again and again. What can't be evaluated yet may be true later: one page gives way to
// another, or is still loading.
func awaitIn(ctx context.Context, t tab, expression string) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		is, err := evaluate[bool](ctx, t, "!!("+expression+")")
		if is {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-tick.C:
		}
	}
}

// chromiumTab is a tab of Chromium; every context is that of the tab, or a child of it.
type chromiumTab struct{}

func (chromiumTab) evaluate(ctx context.Context, expression string) (json.RawMessage, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAwaitPromise))
}

func (chromiumTab) visit(ctx context.Context, url string) error {
	return chromedp.Do(ctx, chromedp.Navigate(url))
}

func (chromiumTab) key(ctx context.Context, code string, down bool) error {
	typ := input.DispatchKeyEventType("rawKeyDown")
	if !down {
		typ = "keyUp"
	}
	return chromedp.Do(ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{
			Type: typ, Code: code, Key: strings.ToLower(strings.TrimPrefix(code, "Key")),
		})
		return chromedp.Void{}, err
	})
}

func (chromiumTab) click(ctx context.Context, x, y float64) error {
	return chromedp.Do(ctx, chromedp.MouseClickXY(x, y))
}

func (chromiumTab) screenshot(ctx context.Context) ([]byte, error) {
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

func (chromiumTab) close(ctx context.Context) error { return chromedp.Cancel(ctx) }
