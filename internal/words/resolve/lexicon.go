package resolve

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"sutura.dev/internal/words"
)

// slot is what an everyday word does in a question.
type slot string

const (
	slotBy      slot = "by"      // what follows is grouped by, or ranks
	slotEach    slot = "each"    // what follows is grouped by
	slotWhich   slot = "which"   // what follows is grouped by, where it can be
	slotWith    slot = "with"    // what stands before is grouped by, where it can be
	slotNot     slot = "not"     // what follows is left out
	slotAnd     slot = "and"     // joins
	slotTop     slot = "top"     // before a number: the first so many
	slotBottom  slot = "bottom"  // before a number: the last so many
	slotMost    slot = "most"    // the largest, beside a number or alone
	slotLeast   slot = "least"   // the smallest
	slotJudge   slot = "judge"   // the best or the worst: which end that is, only the person knows
	slotSort    slot = "sort"    // what follows orders the rows
	slotDesc    slot = "desc"    // the largest first
	slotAsc     slot = "asc"     // the smallest first
	slotTotals  slot = "totals"  // with totals
	slotOthers  slot = "others"  // and the rest
	slotCompare slot = "compare" // against an earlier time, which follows
	slotOver    slot = "over"    // unit over unit
	slotBack    slot = "back"    // the one before, of a unit that is compared
	slotPrior   slot = "prior"   // the unit before, in one word
	slotPeriod  slot = "period"  // the range before
	slotSame    slot = "same"    // nothing, in a comparison
	slotUnit    slot = "unit"    // of time
	slotEvery   slot = "every"   // an adverb of a unit: monthly
	slotCount   slot = "count"   // a number in a word
	slotMany    slot = "many"    // says of what follows that it is counted
	slotSum     slot = "sum"     // that it is added up
	slotMean    slot = "mean"    // that it is averaged
	slotFill    slot = "fill"    // means nothing by itself
)

// Units, as values of slots.
var units = []string{"hour", "day", "week", "month", "quarter", "year", "fiscal_quarter", "fiscal_year"}

// lexicon holds what everyday words do. A line is "slot value: forms"; spellings that share a stem stand as led~en,na, and words of one form
// are joined by "_". All languages are read together: a word may do several things, and its neighbours tell.
const lexicon = `
by: by per broken_down_by split_by grouped_by group_by nach gruppiert_nach aufgeschlusselt_nach aufgeteilt_nach podle dle rozdeleno_podle rozdelene_podle seskupeno_podle v_cleneni_podle
each: each every for_each for_every je jede jeder jedes jeden pro po jednotliv~e,ych,ymi,y kazd~y,a,e,ou,eho dle_jednotlivych
which: which welche welcher welches welchen kter~y,a,e,ou,eho,ych,ym,emu
with: with having that_have that_had which_have which_had that_has whose where mit s se kteri_maji ktere_maji kteri_meli ktere_mely
not: without except except_for excluding excl other_than but_not not ohne außer ausser nicht kein keine bez krome mimo vyjma nikoli ne never nie nikdy
and: and or und oder sowie as_well_as a i nebo
top: top first erste ersten prvni prvnich
bottom: bottom last
most: most the_most largest biggest highest greatest longest großt~e,en,er,es grosst~e,en,er,es hochst~e,en,er,es meist~e,en langst~e,en am_meisten nejvets~i,ich,im,imi nejvyss~i,ich,im,imi nejvic nejvice nejdels~i,ich
least: fewest smallest lowest least shortest kleinst~e,en,er,es niedrigst~e,en,er,es geringst~e,en,er,es wenigst~e,en kurzest~e,en am_wenigsten nejmens~i,ich,im,imi nejnizs~i,ich,im,imi nejmene nejkrats~i,ich
judge: best worst best~e,en,er,es schlechtest~e,en,er,es schlimmst~e,en,er,es nejleps~i,ich,im,imi nejhors~i,ich,im,imi
sort: sorted_by ordered_by order_by sort_by ranked_by sortiert_nach geordnet_nach serazeno_podle serazene_podle razeno_podle seradit_podle
desc: descending desc absteigend sestupne largest_first highest_first
asc: ascending asc aufsteigend vzestupne smallest_first lowest_first
totals: with_totals with_total with_a_total and_the_total and_totals including_totals including_the_total plus_total mit_summe mit_summen mit_gesamtsumme und_die_gesamtsumme s_celkem s_celkovym_souctem vcetne_celku vcetne_souctu a_celkem
others: and_others and_the_others and_the_rest und_der_rest und_andere und_die_anderen und_alle_anderen a_ostatni a_zbytek
compare: vs versus against compared_to compared_with compare_to compare_with in_comparison_to in_comparison_with im_vergleich_zu im_vergleich_zum im_vergleich_zur verglichen_mit gegenuber oproti proti ve_srovnani_s v_porovnani_s
over 5: yoy year_over_year year_on_year mezirocne mezirocni im_vorjahresvergleich
over 4: qoq quarter_over_quarter quarter_on_quarter mezikvartalne
over 3: mom month_over_month month_on_month mezimesicne
over 2: wow week_over_week week_on_week mezitydenne
over 1: day_over_day mezidenne
back: last previous prior preceding ago earlier before letzt~e,er,es,en,em vorig~e,er,es,en,em vorherig~e,er,es,en,em vergangen~e,er,es,en,em minul~y,a,e,eho,em,emu,ou predchozi predchozimu predchoziho predchozim
prior 5: vorjahr vorjahres loni lonsk~u,y,eho,em,emu
prior 4: vorquartal vorquartals
prior 3: vormonat vormonats
prior 2: vorwoche
prior 1: yesterday gestern vcera vcerejsku
same: same same_period same_time same_month same_week same_quarter same_day the_same gleich~e,en,em gleichen_zeitraum selben_zeitraum gleichen_monat stejn~e,em,emu,y stejne_obdobi stejnemu_obdobi stejnem_obdobi stejnym_obdobim
period: previous_period prior_period preceding_period last_period period_before vorperiode vorzeitraum vorherigen_zeitraum predchozi_obdobi predchozimu_obdobi predchozim_obdobim minulemu_obdobi
unit 0: hour hours stunde stunden hodin~a,y,u,ach,am,e
unit 1: day days tag tage tagen tages den dny dni dne dnu dnech
unit 2: week weeks woche wochen tyden tydn~e,y,u,ech,ech
unit 3: month months monat monate monaten monats mesic~,e,i,u,em,ich
unit 4: quarter quarters quartal quartale quartalen quartals vierteljahr ctvrtlet~i,im,ich kvartal~,u,y,ech
unit 5: year years jahr jahre jahren jahres rok roku roky rokem roce let letech
unit 6: fiscal_quarter fiscal_quarters geschaftsquartal fiskalquartal fiskalni_ctvrtleti fiskalniho_ctvrtleti
unit 7: fiscal_year fiscal_years financial_year geschaftsjahr fiskaljahr fiskalni_rok fiskalniho_roku
every 0: hourly stundlich~,e,en,er,es hodinove
every 1: daily day_by_day taglich~,e,en,er,es tageweise tag_fur_tag denne den_po_dni
every 2: weekly week_by_week wochentlich~,e,en,er,es wochenweise tydne
every 3: monthly month_by_month monatlich~,e,en,er,es monatsweise monat_fur_monat mesicne mesic_po_mesici
every 4: quarterly quarter_by_quarter quartalsweise vierteljahrlich~,e,en,er,es ctvrtletne
every 5: yearly annual annually year_by_year jahrlich~,e,en,er,es rocne
count 1: one
count 2: two zwei dva dve
count 3: three drei tri
count 4: four vier ctyri
count 5: five funf pet
count 6: six sechs sest
count 7: seven sieben sedm
count 8: eight acht osm
count 9: nine neun devet
count 10: ten zehn deset
count 12: twelve zwolf dvanact
count 20: twenty zwanzig dvacet
many: many number count anzahl wie_viele pocet poctu
sum: total totals sum overall insgesamt gesamt gesamte summe celkem celkov~y,a,e,ych,eho soucet dohromady
mean: average mean avg durchschnittlich~,e,er,es,en durchschnitt mittler~e,er,es,en prumern~y,a,e,ou,eho,ych prumer
fill: the a an of for in on at from to is are was were be been has have had do does did how what me i we our you your us please show give tell list find get want need know like let can could would will there this that it its their they s as all any who much see compute calculate display breakdown break report chart graph plot table figures data numbers value values per_cent during within over_the let_s hi hello thanks thank ll m d re just go came come am im out
fill: der die das den dem des ein eine einen einem einer eines ins an auf fur fuer von vom zu zum zur bei wie was wer wo ist sind war waren hat haben hatte hatten gab gibt es ich wir mir uns sie unser~,e,er,en,em,es zeige zeig zeigen gib bitte mal alle aller allen viel wieviel hoch liste aus wahrend moglichst hatten wurden wurde im ab out
fill: v ve na z ze do od ode u k ke o se si jsou byl~,a,o,y jak jake jaky jaka jakou jakych kolik co mi nam ukaz ukazte zobraz dej dejte prosim vsech vsechny vsechna ten ta ti tech mel~,a,o,i,y ma maji za pri bylo seznam chci potrebuji me jsme jste nas nase nasi nasich nasem vypis vypiste vypsat rozepis rozepiste uved uvedte
`

// use is one thing that a form does.
type use struct {
	slot  slot
	value int
	words []string // folded
}

// everyday are the forms, by their first word, longer ones first.
var everyday = sync.OnceValue(func() map[string][]use {
	out := map[string][]use{}
	for line := range strings.Lines(lexicon) {
		head, forms, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		name, number, _ := strings.Cut(head, " ")
		value, _ := strconv.Atoi(number)
		for form := range strings.FieldsSeq(forms) {
			stem, endings, _ := strings.Cut(form, "~")
			for ending := range strings.SplitSeq(endings, ",") {
				u := use{slot(name), value, strings.Split(words.Fold(stem+ending), "_")}
				out[u.words[0]] = append(out[u.words[0]], u)
			}
		}
	}
	for _, uses := range out {
		slices.SortStableFunc(uses, func(a, b use) int { return len(b.words) - len(a.words) })
	}
	return out
})

// plain reports whether a folded word means nothing by itself, or only says how others belong together.
func plain(word string) bool {
	return slices.ContainsFunc(everyday()[word], func(u use) bool { return len(u.words) == 1 && u.slot != slotUnit && u.slot != slotEvery })
}
