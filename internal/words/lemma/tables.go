package lemma

import "strings"

// tables are the rules. Stems only have to be the same for forms of one word, and different for different words.
var tables = []table{
	{"en", [][]Rule{
		{{Endings: list("ss us is"), Stays: true, Doc: "What ends in ss, us or is has no plural ending."},
			{Endings: list("ies"), Becomes: "y", Least: 2, Doc: "Companies is of company."},
			{Endings: list("sses"), Becomes: "ss", Least: 1, Doc: "Losses is of loss."},
			{Endings: list("xes"), Becomes: "x", Least: 2, Doc: "Boxes is of box."},
			{Endings: list("ches"), Becomes: "ch", Least: 2, Doc: "Branches is of branch."},
			{Endings: list("shes"), Becomes: "sh", Least: 2, Doc: "Dishes is of dish."},
			{Endings: list("s"), Least: 3, Doc: "Flights is of flight."}},
	}},
	{"de", [][]Rule{
		{{Endings: list("innen"), Becomes: "in", Least: 3, Doc: "Kundinnen is of Kundin."},
			{Endings: list("in ein"), Stays: true, Doc: "What ends in in has no ending there."},
			{Endings: list("ern en em er es e"), Least: 3, Doc: "Umsätze is of Umsatz, Filialen of Filiale, Häuser of Haus."},
			{Endings: list("n s"), Least: 4, Doc: "Artikeln and Artikels are of Artikel."}},
	}},
	{"cs", [][]Rule{
		{{Endings: list("atech ich ech ach ami emi imi ovi ove ych ymi eho emu iho imu am om um ou ym em im es a e i o u y"), Least: 3,
			Doc: "The endings of cases and numbers: pobočkách is of pobočka, tržbu of tržba, octavii of octavia, zákazníkům of zákazník."}},
		{{Endings: list("i"), Least: 4, Doc: "A stem does not end in i: kategoriemi and kategorií are of kategorie."}},
		{{Endings: list("ek"), Becomes: "k", Least: 4, Doc: "The e that comes in before k goes: poboček is of pobočka."},
			{Endings: list("eb"), Becomes: "b", Least: 3, Doc: "So does that before b: tržeb is of tržba."},
			{Endings: list("en"), Becomes: "n", Least: 3, Doc: "And that before n: Plzeň and Plzni are one."},
			{Endings: list("ec"), Becomes: "k", Least: 4, Doc: "And that before c: výrobec and výrobců are one."},
			{Endings: list("z"), Becomes: "h", Least: 3, Doc: "Softened consonants harden: Praze is of Praha."},
			{Endings: list("c"), Becomes: "k", Least: 4, Doc: "Zákazníci is of zákazník."}},
	}},
}

func list(words string) []string { return strings.Fields(words) }
