package question

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// malformed returns err as what it must be, or ends the test.
func malformed(t *testing.T, err error) *Malformed {
	t.Helper()
	m, ok := errors.AsType[*Malformed](err)
	if !ok {
		t.Fatalf("got %v (%T), want a *Malformed", err, err)
	}
	return m
}

const everything = `{
	"metrics": ["revenue", "orders"],
	"range": {"last": {"count": 3, "unit": "fiscal_quarter", "include_current": true}},
	"grain": "month",
	"dimensions": ["channel", "region.name"],
	"filters": [
		{"dimension": "channel", "values": ["web", "O'Reilly' OR 1=1--", "", 1, -1.50, 1e2, 1234567890123456.10, "12345678901234567890.10", 9007199254740991, true], "include_null": true},
		{"dimension": "price", "op": "gte", "values": [10]},
		{"dimension": "price", "op": "lt", "values": ["20"]},
		{"dimension": "name", "op": "is_null"},
		{"dimension": "day", "op": "between", "values": ["2026-01-01", "2026-01-31"]}
	],
	"having": [{"metric": "revenue", "op": "gt", "value": 100}, {"metric": "late", "op": "eq", "value": false}, {"metric": "orders", "op": "is_not_null"}],
	"top": {"n": 5, "by": "revenue", "direction": "desc"},
	"others": true, "totals": false, "fill": true,
	"compare": {"to": "offset", "count": 1, "unit": "year"},
	"order": [{"by": "revenue.previous", "direction": "desc"}, {"by": "channel"}]
}`

func TestDecodeEverything(t *testing.T) {
	got, err := Decode([]byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	want := Question{
		Metrics:    []string{"revenue", "orders"},
		Range:      &Range{Last: &Last{Count: 3, Unit: "fiscal_quarter", IncludeCurrent: true}},
		Grain:      "month",
		Dimensions: []string{"channel", "region.name"},
		Filters: []Filter{
			{Dimension: "channel", Values: []string{"web", "O'Reilly' OR 1=1--", "", "1", "-1.50", "1e2", "1234567890123456.10", "12345678901234567890.10", "9007199254740991", "true"}, IncludeNull: true},
			{Dimension: "price", Op: OpGte, Values: []string{"10"}},
			{Dimension: "price", Op: OpLt, Values: []string{"20"}},
			{Dimension: "name", Op: OpIsNull},
			{Dimension: "day", Op: OpBetween, Values: []string{"2026-01-01", "2026-01-31"}},
		},
		Having:  []Having{{"revenue", OpGt, "100"}, {"late", "eq", "false"}, {Metric: "orders", Op: OpIsNotNull}},
		Top:     &Top{N: 5, By: "revenue", Direction: "desc"},
		Others:  true,
		Fill:    true,
		Compare: &Compare{To: ToOffset, Count: 1, Unit: "year"},
		Order:   []OrderBy{{"revenue.previous", "desc"}, {By: "channel"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	again, err := Decode(Encode(got))
	if err != nil || !reflect.DeepEqual(again, want) {
		t.Errorf("encoded and read again: %+v, %v", again, err)
	}
}

// TestDecodeAccepts lists questions of a few words, and their canonical form.
func TestDecodeAccepts(t *testing.T) {
	for text, want := range map[string]string{
		`{"metrics":["a"]}`:                                                                             `{"metrics":["a"]}`,
		" \t\r\n{\"metrics\":[\"a\"]}\n":                                                                `{"metrics":["a"]}`,
		`{"fill":false,"metrics":["a"],"dimensions":[]}`:                                                `{"metrics":["a"]}`,
		`{"metrics":["a"],"grain":null,"range":null}`:                                                   `{"metrics":["a"]}`,
		`{"metrics":["a"],"top":null,"filters":null}`:                                                   `{"metrics":["a"]}`,
		`{"metrics":["a"],"range":{"period":"2026-Q2"}}`:                                                `{"metrics":["a"],"range":{"period":"2026-Q2"}}`,
		`{"metrics":["a"],"range":{"period":"2026-W23"}}`:                                               `{"metrics":["a"],"range":{"period":"2026-W23"}}`,
		`{"metrics":["\u0061"]}`:                                                                        `{"metrics":["a"]}`,
		`{"m\u0065trics":["a"]}`:                                                                        `{"metrics":["a"]}`,
		`{"metrics":["x' UNION SELECT 1"]}`:                                                             `{"metrics":["x' UNION SELECT 1"]}`, // H102: unknown, not malformed
		`{"metrics":["<b>&\u2028"]}`:                                                                    "{\"metrics\":[\"<b>&\\u2028\"]}",
		`{"metrics":["a","a"],"dimensions":["b","b"]}`:                                                  `{"metrics":["a","a"],"dimensions":["b","b"]}`, // refused later
		`{"metrics":["` + strings.Repeat("é", 256) + `"]}`:                                              `{"metrics":["` + strings.Repeat("é", 256) + `"]}`,
		`{"metrics":["1","2","3","4","5","6","7","8","9"]}`:                                             `{"metrics":["1","2","3","4","5","6","7","8","9"]}`, // refused later
		`{"metrics":["a"],"filters":[{"dimension":"b","values":["\u200d\u200c\u00a0"]}]}`:               "{\"metrics\":[\"a\"],\"filters\":[{\"dimension\":\"b\",\"values\":[\"\u200d\u200c\u00a0\"]}]}",
		`{"metrics":["a"],"filters":[{"dimension":"b","values":["\ud83d\ude00 \ufffd"]}]}`:              `{"metrics":["a"],"filters":[{"dimension":"b","values":["😀 ` + "\ufffd" + `"]}]}`,
		`{"metrics":["a"],"filters":[{"dimension":"b","op":"in","values":["c"],"include_null":false}]}`: `{"metrics":["a"],"filters":[{"dimension":"b","op":"in","values":["c"]}]}`,
		`{"metrics":["a"],"range":{"start":"2026-01-01","end":"2026-02-01"}}`:                           `{"metrics":["a"],"range":{"start":"2026-01-01","end":"2026-02-01"}}`,
		`{"metrics":["a"],"range":{"start":"2026-02-01","end":"2026-01-01"}}`:                           `{"metrics":["a"],"range":{"start":"2026-02-01","end":"2026-01-01"}}`, // refused later
		`{"metrics":["a"],"grain":"hour","range":{"start":"2026-01-01T05:00","end":"2026-01-02"}}`:      `{"metrics":["a"],"range":{"start":"2026-01-01T05:00","end":"2026-01-02"},"grain":"hour"}`,
		`{"metrics":["a"],"range":{"start":"2026-01-01T05:00:00","end":"2026-01-02T00:00:00"}}`:         `{"metrics":["a"],"range":{"start":"2026-01-01T05:00:00","end":"2026-01-02T00:00:00"}}`,
		`{"metrics":["a"],"compare":{"to":"previous_period"}}`:                                          `{"metrics":["a"],"compare":{"to":"previous_period"}}`,
	} {
		q, err := Decode([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := string(Encode(q)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestDecodeRefuses has a row for each thing that is no question: where, a part of what is said, the nearest name.
func TestDecodeRefuses(t *testing.T) {
	// in puts fields into a question that is otherwise right.
	in := func(fields string) string { return `{"metrics":["a"],` + fields + `}` }
	filter := func(fields string) string { return in(`"filters":[{"dimension":"b",` + fields + `}]`) }
	deep := strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000)
	for _, tt := range []struct{ text, path, says, nearest string }{
		// Not one JSON object.
		{"", "", "one JSON object", ""},
		{"[]", "", "one JSON object", ""},
		{`"metrics"`, "", "one JSON object", ""},
		{"null", "", "one JSON object", ""},
		{`{"metrics":["a"]} {}`, "", "stops being JSON at byte 19", ""},
		{`{"metrics":["a"],}`, "", "stops being JSON at byte 18", ""},
		{`{"metrics":["a"]`, "", "one JSON object", ""},
		{"\ufeff{\"metrics\":[\"a\"]}", "", "byte 1", ""},
		{"{\"metrics\":[\"\xff\"]}", "", "valid UTF-8", ""},
		{`{"metrics":["` + strings.Repeat("a", MaxBytes) + `"]}`, "", "1 MiB", ""},
		{strings.Repeat("[", 500_000), "", "one JSON object", ""},
		{strings.Repeat(`{"range":`, 100_000), "", "one JSON object", ""},
		{deep, "", "one JSON object", ""},
		{in(`"dimensions":` + deep), "dimensions[0]", "a string", ""},
		{in(`"range":` + strings.Repeat(`{"last":`, 3_000) + "1" + strings.Repeat("}", 3_000)), "range.last.last", "one of the fields", ""},

		// Fields: unknown, repeated, of another case.
		{in(`"sql":"select 1"`), "sql", "one of the fields metrics, range", ""},
		{in(`"Grain":"day"`), "Grain", "one of the fields", "grain"},
		{in(`"dimension":["b"]`), "dimension", "one of the fields", "dimensions"},
		{in(`"metrics":["a"]`), "metrics", "once", ""},
		{in(`"grain":null,"grain":"day"`), "grain", "once", ""},
		{in(`"":1`), "", "no other fields", ""},
		{in(`"a\u0000b":1`), "", "no other fields", ""},
		{in(`"<script>":1`), "", "no other fields", ""},
		{filter(`"Values":["c"]`), "filters[0].Values", "dimension, op, values, include_null", "values"},
		{filter(`"value":["c"]`), "filters[0].value", "one of the fields", "values"},
		{filter(`"values":["c"],"values":["d"]`), "filters[0].values", "once", ""},
		{in(`"range":{"last":{"count":1,"units":"day"}}`), "range.last.units", "one of the fields", "unit"},

		// Types.
		{`{"metrics":"a"}`, "metrics", "put a single one into a list", ""},
		{`{"metrics":"[\"a\"]"}`, "metrics", "not as a string that holds JSON", ""},
		{`{"metrics":{"a":1}}`, "metrics", "a list", ""},
		{`{"metrics":[1]}`, "metrics[0]", "a string", ""},
		{`{"metrics":[null]}`, "metrics[0]", "a string", ""},
		{`{"metrics":[["a"]]}`, "metrics[0]", "a string", ""},
		{in(`"range":"{\"period\":\"2026\"}"`), "range", "not as a string that holds JSON", ""},
		{in(`"range":"2026"`), "range", "an object", ""},
		{in(`"grain":1`), "grain", "buckets", ""},
		{in(`"grain":""`), "grain", "buckets", ""},
		{in(`"fill":"true"`), "fill", "without quotes", ""},
		{in(`"fill":1`), "fill", "true", ""},
		{in(`"filters":{"dimension":"b"}`), "filters", "a list", ""},
		{in(`"filters":["b"]`), "filters[0]", "an object with dimension, op", ""},
		{in(`"top":5`), "top", "an object", ""},
		{in(`"top":{"n":"5","by":"a"}`), "top.n", "without quotes", ""},
		{in(`"top":{"n":5.0,"by":"a"}`), "top.n", "whole number", ""},
		{in(`"top":{"n":5e1,"by":"a"}`), "top.n", "whole number", ""},
		{in(`"top":{"n":99999999999999999999,"by":"a"}`), "top.n", "whole number", ""},
		{filter(`"values":"c"`), "filters[0].values", "a list", ""},
		{filter(`"values":"[\"c\"]"`), "filters[0].values", "not as a string that holds JSON", ""},
		{filter(`"values":[{"c":1}]`), "filters[0].values[0]", "a string, a number or a boolean", ""}, // H101
		{filter(`"values":["c",null]`), "filters[0].values[1]", "a string, a number or a boolean", ""},
		{filter(`"values":[9007199254740993]`), "filters[0].values[0]", "as a string", ""}, // and it may have been another one
		{filter(`"values":["c",-9007199254740992]`), "filters[0].values[1]", "as a string", ""},
		{filter(`"values":[1e400]`), "filters[0].values[0]", "as a string", ""},
		{in(`"having":[{"metric":"a","op":"gt","value":[1]}]`), "having[0].value", "compare with", ""},
		{in(`"having":[{"metric":"a","op":"gt","value":12345678901234567.89}]`), "having[0].value", "as a string", ""},

		// Metrics and names.
		{`{}`, "metrics", "must have", ""},
		{`{"metrics":null}`, "metrics", "must have", ""},
		{`{"metrics":[]}`, "metrics", "must have", ""},
		{`{"metrics":[""]}`, "metrics[0]", "must be said", ""},
		{`{"metrics":["a\u0000"]}`, "metrics[0]", "control character", ""},
		{`{"metrics":["` + strings.Repeat("é", 257) + `"]}`, "metrics[0]", "256 characters", ""},
		{in(`"dimensions":["b",""]`), "dimensions[1]", "must be said", ""},

		// Ranges.
		{in(`"range":{}`), "range", "exactly one", ""},
		{in(`"range":{"period":null}`), "range", "exactly one", ""},
		{in(`"range":{"period":"2026","start":"2026-01-01","end":"2026-02-01"}`), "range", "exactly one", ""},
		{in(`"range":{"period":"2026","last":{"count":1,"unit":"day"}}`), "range", "exactly one", ""},
		{in(`"range":{"start":"2026-01-01"}`), "range.end", "spelled 2026-01-01", ""},
		{in(`"range":{"end":"2026-01-01"}`), "range.start", "spelled 2026-01-01", ""},
		{in(`"range":{"start":"2026-02-30","end":"2026-03-01"}`), "range.start", "spelled 2026-01-01", ""},
		{in(`"range":{"start":"2026-01-01","end":"2026-1-2"}`), "range.end", "spelled 2026-01-01", ""},
		{in(`"range":{"start":"2026-01-01T05:30","end":"2026-01-02"}`), "range.start", "on the hour", ""},
		{in(`"range":{"start":"2026-01-01T05:00Z","end":"2026-01-02"}`), "range.start", "without a zone", ""},
		{in(`"grain":"day","range":{"start":"2026-01-01T05:00","end":"2026-01-02"}`), "range.start", "spelled 2026-01-01", ""},
		{in(`"range":{"period":"2026-Q5"}`), "range.period", "2026-Q2", ""},
		{in(`"range":{"period":"last month"}`), "range.period", "2026-Q2", ""},
		{in(`"range":{"last":{"unit":"day"}}`), "range.last.count", "from 1 to", ""},
		{in(`"range":{"last":{"count":0,"unit":"day"}}`), "range.last.count", "from 1", ""},
		{in(`"range":{"last":{"count":-1,"unit":"day"}}`), "range.last.count", "from 1", ""},
		{in(`"range":{"last":{"count":1}}`), "range.last.unit", "must be said", ""},
		{in(`"range":{"last":{"count":1,"unit":"days"}}`), "range.last.unit", "hour, day", "day"},
		{in(`"grain":"day","range":{"last":{"count":1,"unit":"hour"}}`), "range.last.unit", "hour only", ""},
		{in(`"grain":"monthly"`), "grain", "one of hour", "month"},

		// Filters.
		{in(`"filters":[{"values":["c"]}]`), "filters[0].dimension", "must be said", ""},
		{filter(`"op":"="`), "filters[0].op", "one of in", "in"},
		{filter(`"op":"Not Equals"`), "filters[0].op", "one of in", "not_in"},
		{filter(`"op":">="`), "filters[0].op", "one of in", "gte"},
		{in(`"having":[{"metric":"a","op":"=","value":1}]`), "having[0].op", "one of eq", "eq"},
		{filter(`"op":"IN","values":["c"]`), "filters[0].op", "one of in", "in"},
		{filter(`"op":"notin","values":["c"]`), "filters[0].op", "one of in", "not_in"},
		{filter(`"values":[]`), "filters[0].values", "at least one", ""}, // C43
		{filter(`"op":"in"`), "filters[0].values", "at least one", ""},
		{filter(`"op":"not_in","values":[],"include_null":true`), "filters[0].values", "at least one", ""},
		{filter(`"op":"lt","values":[]`), "filters[0].values", "exactly one", ""},
		{filter(`"op":"contains","values":["c","d"]`), "filters[0].values", "exactly one", ""},
		{filter(`"op":"starts_with","values":[""]`), "filters[0].values[0]", "at least one character", ""},
		{filter(`"op":"between","values":["c"]`), "filters[0].values", "exactly two", ""},
		{filter(`"op":"between","values":["c","d","e"]`), "filters[0].values", "exactly two", ""},
		{filter(`"op":"is_null","values":["c"]`), "filters[0].values", "no values", ""},
		{filter(`"op":"gt","values":["c"],"include_null":true`), "filters[0].include_null", "in and not_in", ""},
		{filter(`"values":["c","d\ne"]`), "filters[0].values[1]", "control character", ""},
		{filter(`"values":["\u202ec"]`), "filters[0].values[0]", "direction", ""},
		{filter(`"values":["c\u200b"]`), "filters[0].values[0]", "invisible", ""},
		{filter(`"values":["\ud83d"]`), "filters[0].values[0]", "unpaired", ""},
		{filter(`"values":["\ufffd\ude00"]`), "filters[0].values[0]", "unpaired", ""},
		{filter(`"values":["` + strings.Repeat("c", 257) + `"]`), "filters[0].values[0]", "256 characters", ""},
		{filter(`"values":["c"]},{"dimension":"b","values":["d"]`), "filters[1].dimension", "one condition", ""},
		{filter(`"op":"gt","values":["1"]},{"dimension":"b","op":"gte","values":["2"]`), "filters[1].dimension", "one condition", ""},
		{filter(`"op":"gt","values":["1"]},{"dimension":"b","op":"lt","values":["2"]},{"dimension":"b","op":"lt","values":["2"]`), "filters[2].dimension", "one condition", ""},

		// Having, top, compare, order.
		{in(`"having":[{"op":"gt","value":1}]`), "having[0].metric", "must be said", ""},
		{in(`"having":[{"metric":"a","value":1}]`), "having[0].op", "must be said", ""},
		{in(`"having":[{"metric":"a","op":"in","value":1}]`), "having[0].op", "one of eq", ""},
		{in(`"having":[{"metric":"a","op":"gt"}]`), "having[0].value", "must be said", ""},
		{in(`"having":[{"metric":"a","op":"is_null","value":1}]`), "having[0].value", "no value", ""},
		{in(`"having":[{"metric":"a","op":"eq","value":"\t"}]`), "having[0].value", "control character", ""},
		{in(`"top":{"by":"a"}`), "top.n", "from 1 to 1000", ""},
		{in(`"top":{"n":1001,"by":"a"}`), "top.n", "from 1 to 1000", ""},
		{in(`"top":{"n":5}`), "top.by", "must be said", ""},
		{in(`"top":{"n":5,"by":"a","direction":"down"}`), "top.direction", "asc, desc", "desc"},
		{in(`"compare":{}`), "compare.to", "must be said", ""},
		{in(`"compare":{"to":"previous"}`), "compare.to", "previous_period, offset", "previous_period"},
		// Of a month the period before is the month before, so the word for the year before must not lead there.
		{in(`"compare":{"to":"previous_year"}`), "compare.to", "previous_period, offset", "offset"},
		{in(`"compare":{"to":"last month"}`), "compare.to", "previous_period, offset", "offset"},
		{in(`"start_date":"2026-01-01"`), "start_date", "one of the fields", "range"},
		{in(`"compare":{"to":"offset","unit":"year"}`), "compare.count", "from 1", ""},
		{in(`"compare":{"to":"offset","count":1}`), "compare.unit", "must be said", ""},
		{in(`"compare":{"to":"offset","count":1,"unit":"fiscal_year"}`), "compare.unit", "one of hour", "year"},
		{in(`"compare":{"to":"previous_period","count":1}`), "compare.count", "no count", ""},
		{in(`"compare":{"to":"previous_period","unit":"day"}`), "compare.unit", "no unit", ""},
		{in(`"order":[{"direction":"asc"}]`), "order[0].by", "must be said", ""},
		{in(`"order":[{"by":"a","direction":"ascending"}]`), "order[0].direction", "asc, desc", "asc"},
	} {
		shown := tt.text[:min(len(tt.text), 100)]
		q, err := Decode([]byte(tt.text))
		if err == nil {
			t.Errorf("%s: is a question: %+v", shown, q)
			continue
		}
		m := malformed(t, err)
		if m.Path != tt.path || !strings.Contains(m.Accepted, tt.says) || m.Nearest != tt.nearest {
			t.Errorf("%s:\ngot  %q %q nearest %q\nwant %q %q nearest %q", shown, m.Path, m.Accepted, m.Nearest, tt.path, tt.says, tt.nearest)
		}
	}
}

// TestMalformedEchoesNothing puts a marker wherever a value can stand and looks for it in what is said.
func TestMalformedEchoesNothing(t *testing.T) {
	const marker = "zq9marker"
	for _, text := range []string{
		marker, `"` + marker + `"`, `{"metrics":"` + marker + `"}`, `{"metrics":["` + marker + `\n"]}`, `{"metrics":["` + marker + `\ud800"]}`,
		`{"metrics":["a"],"grain":"` + marker + `"}`, `{"metrics":["a"],"range":"` + marker + `"}`, `{"metrics":["a"],"fill":"` + marker + `"}`,
		`{"metrics":["a"],"range":{"start":"` + marker + `","end":"` + marker + `"}}`, `{"metrics":["a"],"range":{"period":"` + marker + `"}}`,
		`{"metrics":["a"],"filters":[{"dimension":"b","op":"` + marker + `"}]}`, `{"metrics":["a"],"filters":[{"dimension":"b","values":["` + marker + `\u0000"]}]}`,
		`{"metrics":["a"],"filters":[{"dimension":"` + marker + `"}]}`, `{"metrics":["a"],"filters":[{"dimension":"b","op":"lt","values":["` + marker + `","x"]}]}`,
		`{"metrics":["a"],"having":[{"metric":"a","op":"` + marker + `"}]}`, `{"metrics":["a"],"` + marker + `\u0000":1}`,
		`{"metrics":["a"],"top":{"n":1,"by":"` + marker + `\u0000"}}`, `{"metrics":["a"],"compare":{"to":"` + marker + `"}}`,
	} {
		_, err := Decode([]byte(text))
		if m := malformed(t, err); strings.Contains(m.Error()+m.Nearest, marker) {
			t.Errorf("%s: says %q", text, m.Error())
		}
	}
}

// TestFieldsAreTheTypes holds the table of fields to the Go types: same names, same order, same kinds.
func TestFieldsAreTheTypes(t *testing.T) {
	compareFields(t, "", Fields(), reflect.TypeFor[Question]())
}

func compareFields(t *testing.T, path string, fields []Field, typ reflect.Type) {
	t.Helper()
	if typ.NumField() != len(fields) {
		t.Fatalf("%q: %d fields in the table, %d in %s", path, len(fields), typ.NumField(), typ)
	}
	for i, f := range fields {
		field := typ.Field(i)
		at := join(path, f.Name)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != f.Name {
			t.Errorf("%s: the type has %s there", at, name)
		}
		if f.Accepts == "" || strings.HasSuffix(f.Accepts, ".") {
			t.Errorf("%s: says %q", at, f.Accepts)
		}
		of := field.Type
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		want := map[Kind]reflect.Kind{
			Text: reflect.String, Texts: reflect.String, Scalar: reflect.String, Scalars: reflect.String,
			Whole: reflect.Int, Flag: reflect.Bool, Object: reflect.Struct, Objects: reflect.Struct,
		}[f.Kind]
		listed := f.Kind == Texts || f.Kind == Scalars || f.Kind == Objects
		if of.Kind() != want || listed != (field.Type.Kind() == reflect.Slice) {
			t.Errorf("%s: kind %d in the table, %s in the type", at, f.Kind, field.Type)
			continue
		}
		if of.Kind() == reflect.Struct {
			compareFields(t, at, f.Fields, of)
		}
	}
}

// FuzzDecode: whatever is read is valid and is read again as the same from its encoding; whatever is not is Malformed.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte(`{"metrics":["a"],"range":{"start":"2026-01-01","end":"2026-02-01"},"grain":"week"}`))
	f.Add([]byte(`{"metrics":["a"],"filters":[{"dimension":"b","values":["\ud83d\ude00","\ufffd",1e999,-0.0]}]}`))
	f.Add([]byte(`{"metrics":["a"],"range":{"last":{"count":1,"unit":"hour"}},"metrics":null}`))
	f.Add([]byte(`{"metrics":["a"],"dimensions":[],"filters":[{"dimension":"b","op":"is_null","values":[]}],"having":[],"order":[]}`))
	f.Add([]byte(`{"metrics":["a"],"filters":[{"dimension":"b","values":["\\\"\ud800"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		q, err := Decode(data)
		if err != nil {
			if m := malformed(t, err); m.Accepted == "" || !CleanText(m.Error()) {
				t.Fatalf("says %q", m.Error())
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("read what is not JSON")
		}
		again, err := Decode(Encode(q))
		if err != nil || !reflect.DeepEqual(again, q) {
			t.Fatalf("read again: %v\n%s\n%s", err, Encode(q), Encode(again))
		}
		if flags, ok := FlagsOf(q); ok {
			sameByFlags(t, q, flags)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for name, text := range map[string]string{
		"everything": everything,
		"usual":      `{"metrics":["revenue"],"range":{"period":"2026-Q2"},"grain":"month","dimensions":["channel"],"filters":[{"dimension":"channel","values":["web"]}]}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode([]byte(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
