package infer

import (
	"regexp"
	"slices"
	"strings"

	"sutura.dev/bundle/expr"
)

// What names suggest. Every list is of lower-case English words, and a wrong guess costs a line in a draft.

func identifyingWords() []string {
	return []string{"email", "mail", "phone", "telephone", "tel", "mobile", "fax", "ssn", "passport", "birth", "birthday", "birthdate", "dob", "address", "addr",
		"street", "firstname", "lastname", "surname", "forename", "fullname", "maiden", "username", "login", "iban", "ip", "signature", "password", "contact", "licence", "license"}
}

func peopleWords() []string {
	return []string{"customer", "user", "employee", "person", "people", "patient", "member", "student", "teacher", "contact", "client", "staff", "author", "guest",
		"passenger", "driver", "subscriber", "owner", "applicant", "tenant", "buyer", "seller", "player", "visitor"}
}

// personal reports whether a column looks as if it said who somebody is.
func personal(table, column string, t expr.Type) bool {
	of := words(column)
	if t.Kind != expr.String && t.Kind != expr.Integer && !t.Temporal() {
		return false
	}
	has := func(list []string) bool {
		return slices.ContainsFunc(of, func(w string) bool { return slices.Contains(list, singular(w)) || slices.Contains(list, w) })
	}
	glued := func(w string) bool { // contactname, customername
		who, ok := strings.CutSuffix(w, "name")
		return ok && slices.Contains(peopleWords(), singular(who))
	}
	switch {
	case has(identifyingWords()), slices.ContainsFunc(of, glued):
		return true
	case t.Kind == expr.String && len(of) > 0 && slices.Contains(peopleWords(), of[len(of)-1]): // customer, but not customer_type
		return true
	case !has([]string{"name"}):
		return false
	case has([]string{"first", "last", "full", "family", "given", "middle", "nick", "user"}) || has(peopleWords()):
		return true
	}
	// A plain name in a table of people.
	return slices.ContainsFunc(words(table), func(w string) bool {
		return slices.Contains(peopleWords(), singular(w)) || slices.Contains(peopleWords(), w)
	})
}

var personalValue = regexp.MustCompile(`@[^@ ]+\.|^\+?[0-9][0-9 ()./-]{7,}$`)

// dateValue is digits that a person reads as a day, whichever part is the month.
var dateValue = regexp.MustCompile(`^([0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}|[0-9]{4}[./-][0-9]{1,2}([./-][0-9]{1,2})?)([ T].*)?$`)

// looksPersonal reports whether any value looks like an address or a number of a person.
func looksPersonal(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return personalValue.MatchString(v) && !dateValue.MatchString(v) })
}

// identifying reports whether a column looks like it names rows, and how plainly: 0 not at all.
func identifying(model string, column string) int {
	of := strings.Split(column, "_")
	last := of[max(len(of)-1, 0):]
	one := singularName(model)
	switch name := strings.Join(of, "_"); {
	case name == "id" || name == model+"_id" || name == one+"_id":
		return 4
	case name == "key" || name == "uuid" || name == "code" || name == one+"_key" || name == one+"_code" || name == one+"_uuid" || name == one || name == one+"_no" || name == one+"_number":
		return 3
	case len(last) > 0 && slices.Contains([]string{"id", "key", "uuid", "guid", "code", "nr", "no", "number", "num"}, last[0]):
		return 2
	case len(last) > 0 && gluedKey(last[0]):
		return 1
	}
	return 0
}

func singularName(model string) string {
	parts := strings.Split(model, "_")
	parts[len(parts)-1] = singular(parts[len(parts)-1])
	return strings.Join(parts, "_")
}

// What a numeric column's name says about adding it up.
type additivity int

const (
	additive additivity = iota
	averaged            // a level or a rate: a mean says something, a sum does not
	neither             // names or orders something
)

func adds(model string, c Column) additivity {
	of := words(c.Name)
	if c.bare != "" {
		of = strings.Split(c.bare, "_")
	}
	exactly := func(list ...string) bool { // hour is a part of a time, hours are a duration; order is a number, orders are many
		return slices.ContainsFunc(of, func(w string) bool { return slices.Contains(list, w) })
	}
	has := func(list ...string) bool {
		return exactly(list...) || slices.ContainsFunc(of, func(w string) bool { return slices.Contains(list, singular(w)) })
	}
	switch {
	case exactly("id", "key", "code", "uuid", "zip", "postcode", "postal", "phone", "year", "month", "day", "week", "quarter", "hour", "minute", "lat", "latitude", "lon", "lng",
		"long", "longitude", "version", "rank", "index", "idx", "seq", "sequence", "date", "datetime", "timestamp", "epoch", "created", "updated", "modified", "ts", "position", "nr", "no", "number", "num", "serial", "flag", "sort", "order", "line", "tz", "zone", "name", "type", "status"):
		return neither
	case len(of) > 0 && gluedKey(of[len(of)-1]):
		return neither
	case c.Personal || strings.Join(of, "_") == singularName(model): // flight in flights is a flight's number
		return neither
	case has("price", "rate", "ratio", "share", "pct", "percent", "percentage", "score", "rating", "age", "temp", "temperature", "speed", "avg", "average", "mean", "median",
		"min", "max", "humidity", "pressure", "height", "level", "delay", "balance", "dewp", "visib", "altitude", "alt", "probability", "grade", "margin", "discount"):
		return averaged
	}
	return additive
}

// timeColumn guesses when a row happened: the best name, then the fullest, then the first. Empty: no column of time.
func timeColumn(columns []Column) string {
	best, score := "", int64(-1)
	for _, c := range columns {
		if !c.Type.Temporal() || strings.Contains(c.Name, ".") || c.present == 0 {
			continue
		}
		of := words(c.Name)
		has := func(list ...string) bool {
			return slices.ContainsFunc(of, func(w string) bool { return slices.Contains(list, w) })
		}
		var s int64 = 2
		switch {
		case has("updated", "modified", "deleted", "loaded", "changed", "valid", "birth", "birthday", "expires", "expiry", "end", "until"):
			s = 0
		case has("ordered", "order", "created", "scheduled", "occurred", "happened", "event", "sold", "invoice", "transaction", "booked", "start", "started"):
			s = 4
		case len(of) == 1 && has("date", "time", "timestamp", "day", "at", "datetime", "month"):
			s = 3
		}
		if s = s<<40 + min(c.present, 1<<39); s > score {
			best, score = c.Name, s
		}
	}
	return best
}

// groups reports whether a column is worth grouping by.
func groups(m *Model, c Column) bool {
	switch {
	case c.Type.Kind == expr.Boolean:
		return c.present > 0
	case c.Type.Kind != expr.String || c.present == 0 || c.Personal:
		return false
	case slices.Equal(m.Key, []string{c.Name}):
		return true // it names the row
	case m.Time == "":
		return true // rows without a time are members of something: what they are called is what they are asked by
	}
	return c.different <= maxListed || c.different*2 <= c.present
}
