package transcript

import "testing"

func TestDiffBeginsAtTheFirstDifference(t *testing.T) {
	got := diff([]byte("same\nthis\nrest\n"), []byte("same\nthat\nrest\n"))
	if want := "line 2:\n want this\n      rest\n      \n got  that\n      rest\n      "; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
