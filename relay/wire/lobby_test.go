package wire

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"doomhost/lockstep"
)

func TestRequestsParse(t *testing.T) {
	slot, name := lockstep.Slot(2), Name("Bo")
	cases := []struct {
		text string
		want Request
	}{
		{`{"t":"name","name":" Ada-1 "}`, NameRequest{"Ada-1"}},
		{`{"t":"name","name":""}`, NameRequest{}},
		{`{"t":"slot","slot":3,"later":[1]}`, SlotRequest{3}},
		{`{"t":"params","params":{"skill":4}}`, ParamsRequest{json.RawMessage(`{"skill":4}`)}},
		{`{"t":"start"}`, StartRequest{}},
		{`{"t":"start","anyway":true}`, StartRequest{true}},
		{`{"t":"start","anyway":null}`, StartRequest{}},
		{`{"t":"ping","t0":12.5}`, PingRequest{Echo(`12.5`)}},
		{`{"t":"ping","t0":"a"}`, PingRequest{Echo(`"a"`)}},
		{`{"t":"join"}`, JoinRequest{}},
		{`{"t":"join","slot":2,"name":"Bo"}`, JoinRequest{&slot, &name}},
		{`{"t":"resume","slot":1,"token":"x"}`, ResumeRequest{1, "x"}},
		{`{"t":"host","token":"x"}`, HostRequest{"x"}},
		{`{"t":"kick","slot":0}`, KickRequest{0}},
		{`{"t":"stop"}`, StopRequest{}},
		{`{"t":"chat","text":"hi\nthere"}`, ChatRequest{"hi there"}},
		{`{"t":"ready","ready":true}`, ReadyRequest{true}},
		{`{"t":"hash","tic":9,"hash":"00112233445566ff"}`, HashRequest{9, "00112233445566ff"}},
		{`{"t":"leave"}`, LeaveRequest{}},
		{`{"t":"leave","token":"s"}`, LeaveRequest{"s"}},
		{`{"t":"progress","have":5,"total":5}`, ProgressRequest{5, 5}},
		{`{"t":"begin"}`, BeginRequest{}},
	}
	missing := RequestNames()
	for _, c := range cases {
		got, err := ParseRequest([]byte(c.text))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", c.text, got, err)
		}
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == c.want.requestName() })
	}
	if len(missing) > 0 {
		t.Errorf("no case for the messages %v", missing)
	}
}

func TestRequestsThatAreRefused(t *testing.T) {
	cases := []struct{ text, reason string }{
		{``, "JSON object"},
		{`null`, "JSON object"},
		{`{"t":5}`, "t: a text"},
		{`{"t":"slot","Slot":1}`, "slot: a whole number from 0 to 3"},
		{`{"t":"slot","slot":"1"}`, "slot: a whole number from 0 to 3"},
		{`{"t":"ready","ready":1}`, "ready: true or false"},
		{`{"t":"start","anyway":1}`, "anyway: true or false"},
		{`{"t":"ping","t0":true}`, "t0: a number or a text"},
		{`[]`, "JSON object"},
		{`"name"`, "JSON object"},
		{`{"t":"name"`, "JSON object"},
		{`{"t":"name","name":"x"} {}`, "JSON object"},
		{`{"t":"name"}`, "name: a text"},
		{`{"t":"name","name":7}`, "name: a text"},
		{`{"t":"name","name":"elevenchars"}`, "at most 10"},
		{`{"t":"name","name":"<b>"}`, "letters"},
		{"{\"t\":\"name\",\"name\":\"a\u202eb\"}", "letters"},
		{`{"t":"slot"}`, "slot: a whole number from 0 to 3"},
		{`{"t":"slot","slot":4}`, "slot: a whole number from 0 to 3"},
		{`{"t":"slot","slot":-1}`, "0 to 3"},
		{`{"t":"slot","slot":1.5}`, "slot: a whole number from 0 to 3"},
		{`{"t":"slot","slot":1e99}`, "slot: a whole number from 0 to 3"},
		{`{"t":"params","params":[]}`, "params: an object"},
		{`{"t":"params","params":null}`, "params: an object"},
		{`{"t":"params"}`, "params: an object"},
		{`{"t":"ping"}`, "t0: a number or a text"},
		{`{"t":"ping","t0":{}}`, "t0: a number or a text"},
		{`{"t":"ping","t0":"` + strings.Repeat("a", 65) + `"}`, "64 bytes"},
		{`{"t":"resume","slot":1}`, "token: a text"},
		{`{"t":"resume","token":"x"}`, "slot: a whole number from 0 to 3"},
		{`{"t":"chat","text":" \n "}`, "empty"},
		{`{"t":"chat","text":"` + strings.Repeat("é", 121) + `"}`, "at most 120"},
		{`{"t":"ready"}`, "ready: true or false"},
		{`{"t":"hash","tic":1,"hash":"xyz"}`, "hash: 16 hex digits"},
		{`{"t":"progress","have":1}`, "total: a whole number"},
		{`{"t":"progress","have":6,"total":5}`, "have: a whole number from 0 to 5"},
		{`{"t":"leave","token":""}`, "token: a text"},
		{`{"t":"hash","tic":-1,"hash":"00112233445566ff"}`, "tic: a whole number from 0 to 4294967295"},
		{"{\"t\":\"chat\",\"text\":\"\xff\"}", "UTF-8"},
		{`{"t":"chat","text":"` + strings.Repeat("a", MaxLobbyMsg) + `"}`, "1024 bytes"},
	}
	for _, c := range cases {
		_, err := ParseRequest([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%.60s: error %v, want one about %q", c.text, err, c.reason)
		}
	}
}

func TestUnknownRequestIsToldApart(t *testing.T) {
	for _, text := range []string{`{"t":"dance"}`, `{}`, `{"x":1}`, `{"T":"start"}`, `{"t":"Start"}`} {
		if _, err := ParseRequest([]byte(text)); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestParamsMergeFieldByField(t *testing.T) {
	base := DefaultParams()
	base.WAD, base.WADID = "a.wad", "id"
	got, err := MergeParams(base, json.RawMessage(`{"skill":5,"mode":"altdeath","fast":true,"wadId":"forged","other":1}`))
	want := base
	want.Skill, want.Mode, want.Fast = 5, ModeAltdeath, true
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	if got, err := MergeParams(base, json.RawMessage(`{"Skill":5,"mode":null}`)); err != nil || !reflect.DeepEqual(got, base) {
		t.Errorf("a field of another name, and null: %+v, %v", got, err)
	}
	for _, patch := range []string{
		`{"fast":1}`, `{"pwads":"a"}`, `{"pwads":[null]}`, `[]`, `{"skill":2.5}`, `{"skill":0}`, `{"skill":6}`, `{"map":0}`, `{"map":100}`, `{"episode":0}`, `{"episode":10}`,
		`{"mode":"ctf"}`, `{"timer":-1}`, `{"timer":1000}`, `{"wad":5}`, `{"map":"1"}`,
		`{"pwads":["1","2","3","4","5","6","7","8","9"]}`, `{"wad":"` + strings.Repeat("w", 200) + `"}`,
	} {
		got, err := MergeParams(base, json.RawMessage(patch))
		if err == nil || !reflect.DeepEqual(got, base) {
			t.Errorf("%.40s: %+v, %v", patch, got, err)
		}
	}
}

func TestRepliesAreTheseTexts(t *testing.T) {
	params := DefaultParams()
	params.WAD = "freedoom1.wad"
	const paramsText = `"params":{"wad":"freedoom1.wad","episode":1,"map":1,"skill":3,"mode":"coop","nomonsters":false,"fast":false,"respawn":false,"timer":0}`
	players := []Player{{0, "Green", "Ada", true, nil}, {2, "Brown", "Brown", false, &Progress{12, 28}}}
	const playersText = `"players":[{"slot":0,"color":"Green","name":"Ada","ready":true},{"slot":2,"color":"Brown","name":"Brown","ready":false,"progress":{"have":12,"total":28}}]`
	slot, frontier := lockstep.Slot(1), lockstep.Tic(0)
	cases := []struct {
		reply Reply
		want  string
	}{
		{Welcome{Slot: 1, Color: "Indigo", Token: "tok"}, `{"t":"welcome","slot":1,"color":"Indigo","token":"tok","host":false,"signal":false}`},
		{Roster{players, []lockstep.Slot{1, 3}, params, false}, `{"t":"roster",` + playersText + `,"freeSlots":[1,3],` + paramsText + `,"inGame":false}`},
		{Countdown{3}, `{"t":"countdown","n":3}`},
		{
			Launch{
				Params: params, NumPlayers: 4, Slots: []lockstep.Slot{0, 2}, Names: [4]string{"Ada", "", "Brown", ""},
				Token: "tok",
			},
			`{"t":"launch",` + paramsText + `,"numplayers":4,"slots":[0,2],"names":["Ada","","Brown",""],"token":"tok"}`,
		},
		{
			Launch{Params: params, NumPlayers: 4, Slots: []lockstep.Slot{0}, Token: "tok", Join: true, Frontier: &frontier},
			`{"t":"launch",` + paramsText + `,"numplayers":4,"slots":[0],"names":["","","",""],"token":"tok","join":true,"frontier":0}`,
		},
		{Pong{json.RawMessage(`1.5`)}, `{"t":"pong","t0":1.5}`},
		{InProgress{params, 7, players, []lockstep.Slot{}}, `{"t":"inprogress",` + paramsText + `,"frontier":7,` + playersText + `,"freeSlots":[]}`},
		{Full{"no seat"}, `{"t":"full","reason":"no seat"}`},
		{Error{"no"}, `{"t":"error","reason":"no"}`},
		{HostGranted{}, `{"t":"host"}`},
		{Chat{&slot, "Bo", "hi", false}, `{"t":"chat","slot":1,"name":"Bo","text":"hi"}`},
		{Chat{nil, "spectator", "hi", true}, `{"t":"chat","name":"spectator","text":"hi","past":true}`},
		{Desync{70, []lockstep.Slot{1}}, `{"t":"desync","tic":70,"slots":[1]}`},
		{Dropped{1, "left"}, `{"t":"dropped","slot":1,"reason":"left"}`},
		{Joined{1, 90}, `{"t":"joined","slot":1,"tic":90}`},
		{Waiting{[]lockstep.Slot{1, 2}, 9500}, `{"t":"waiting","slots":[1,2],"millis":9500}`},
		{Ended{"over", false}, `{"t":"ended","reason":"over"}`},
		{Ended{"over", true}, `{"t":"ended","reason":"over","closing":true}`},
	}
	for _, c := range cases {
		got := string(AppendReply(nil, c.reply))
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
		if !json.Valid([]byte(got)) {
			t.Errorf("not JSON: %s", got)
		}
	}
}

func FuzzRequest(f *testing.F) {
	for _, name := range RequestNames() {
		f.Add([]byte(`{"t":"` + name + `","name":"a","slot":1,"params":{"map":2},"t0":1,"token":"x","text":"y","ready":true,"tic":1,"hash":"0011223344556677","have":1,"total":2}`))
	}
	f.Fuzz(func(t *testing.T, msg []byte) {
		r, err := ParseRequest(msg)
		if err != nil {
			if r != nil {
				t.Fatalf("%q: %T beside the error %v", msg, r, err)
			}
			checkWords(t, msg, err)
			return
		}
		switch r := r.(type) {
		case SlotRequest:
			if !r.Slot.Valid() {
				t.Fatalf("%q: slot %d", msg, r.Slot)
			}
		case PingRequest:
			if !json.Valid(AppendReply(nil, Pong{json.RawMessage(r.T0)})) {
				t.Fatalf("%q: the echo is not JSON", msg)
			}
		case ParamsRequest:
			merged, err := MergeParams(DefaultParams(), r.Params)
			if err == nil && merged.Check() != nil {
				t.Fatalf("%q: params %+v", msg, merged)
			}
			checkWords(t, msg, err)
		}
	})
}

// checkWords fails if an error for people contains the words of Go's decoder.
func checkWords(t *testing.T, msg []byte, err error) {
	t.Helper()
	if err == nil {
		return
	}
	for _, word := range []string{"Go ", "json:", "struct", "unmarshal", "invalid character", "unexpected end"} {
		if strings.Contains(err.Error(), word) && !strings.Contains(string(msg), word) {
			t.Fatalf("%q: the error %q has a decoder's words", msg, err)
		}
	}
}
