package ground

import "sync"

// Comparators, as values of the slots "compare" and "behind".
const (
	opEq = iota
	opNe
	opLt
	opLte
	opGt
	opGte
	opAround
)

var opNames = [...]string{opEq: "eq", opNe: "ne", opLt: "lt", opLte: "lte", opGt: "gt", opGte: "gte", opAround: "between"}

// amountWords are the lexicons of amounts: "compare" stands before a number, "behind" after it, "scale" is a power of ten, "unit" behind
// a number and "counts" before it make it no amount. "count" and "tens" are numbers in words, of which one before a scale is read.
var amountWords = sync.OnceValue(func() map[string]*language {
	return map[string]*language{"en": newLanguage("en", englishAmounts), "de": newLanguage("de", germanAmounts), "cs": newLanguage("cs", czechAmounts)}
})

const signs = `
compare 0: =
compare 2: <
compare 3: <_= <=
compare 4: >
compare 5: >_= >=
compare 6: ≈
behind 5: +
unit: % km mi kg m
currency 0: € eur euro euros
currency 1: $ usd us_$
currency 2: £ gbp
currency 3: czk kc
currency 4: chf
currency 5: pln zl zł
currency 6: ¥ jpy
currency 7: huf
currency 8: sek
currency 9: nok
currency 10: dkk
`

// currencies are the codes of the slot "currency".
var currencies = [...]string{"EUR", "USD", "GBP", "CZK", "CHF", "PLN", "JPY", "HUF", "SEK", "NOK", "DKK"}

const englishAmounts = signs + `
compare 0: exactly equal_to equals
compare 1: not
compare 2: under below less_than fewer_than smaller_than lower_than
compare 3: up_to at_most no_more_than not_more_than no_greater_than no_higher_than not_over not_above maximum max max_. not_exceeding
compare 4: over above more_than greater_than larger_than higher_than exceeding
compare 5: at_least no_less_than not_less_than no_fewer_than not_fewer_than not_under not_below minimum min min_. from starting_from
compare 6: around about approximately approx approx_. roughly circa ca ca_. nearly
behind 3: or_less or_fewer or_below at_most max maximum
behind 5: or_more or_above and_up and_above and_more at_least
from: from
both: between
plus: and
to: to -
until: up_to
and: and but
or: or
scale 2: hundred
scale 3: k thousand thousands grand
scale 6: million millions mil mn mio mm m!
scale 9: billion billions bn b!
scale 12: trillion trillions tn
half: half_a a_half half
one: a one
count 2: two
count 3: three
count 4: four
count 5: five
count 6: six
count 7: seven
count 8: eight
count 9: nine
count 10: ten
count 11: eleven
count 12: twelve
tens: thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
many: hundreds thousands millions billions trillions
currency 1: dollar dollars
currency 2: pound pounds
currency 4: francs
not: not no except without
unit: percent hour hours day days week weeks month months quarter quarters year years kilometers kilometres miles o_clock am pm january february march april may june july august september october november december
dated: in year since during
counts: top bottom first last twice double triple times
`

const germanAmounts = signs + `
compare 0: genau gleich
compare 1: nicht
compare 2: unter weniger_als kleiner_als geringer_als
compare 3: bis bis_zu hochstens maximal max max_. nicht_mehr_als nicht_uber kein~_mehr_als
compare 4: uber ueber mehr_als großer_als grosser_als hoher_als
compare 5: mindestens wenigstens minimal min min_. ab nicht_weniger_als nicht_unter
compare 6: etwa ungefahr rund circa ca ca_. um gegen zirka
behind 3: oder_weniger oder_darunter hochstens maximal
behind 5: oder_mehr oder_daruber und_mehr aufwarts mindestens
from: von
both: zwischen
plus: und
to: bis -
until: bis bis_zu
and: und aber
or: oder
scale 2: hundert
scale 3: k tausend tsd tsd_. t_€
scale 6: million millionen mio mio_. m!
scale 9: milliarde milliarden mrd mrd_.
scale 12: billion billionen bio bio_.
half: halbe halbe_n eine_halbe einer_halben
one: ein eine einer einem einen
count 2: zwei
count 3: drei
count 4: vier
count 5: funf fuenf
count 6: sechs
count 7: sieben
count 8: acht
count 9: neun
count 10: zehn
count 11: elf
count 12: zwolf zwoelf
tens: dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig
many: tausende hunderte
currency 1: dollar
currency 2: pfund
currency 3: kronen
currency 4: franken
not: nicht ohne kein keine außer ausser
unit: prozent stunde stunden tag tage tagen woche wochen monat monate monaten quartal jahr jahre jahren kilometer meilen uhr januar februar marz april mai juni juli august september oktober november dezember
dated: im jahr seit
counts: top ersten letzten doppelt zweimal dreimal mal
`

const czechAmounts = signs + `
compare 0: presne rovno prave
compare 1: ne
compare 2: pod mene_nez min_nez mensi_nez nizsi_nez
compare 3: do az_do nejvyse nejvic maximalne max max_. nanejvys ne_vice_nez ne_vic_nez ne_pres ne_nad
compare 4: nad pres vice_nez vic_nez vetsi_nez vyssi_nez
compare 5: alespon nejmene minimalne min min_. od ne_mene_nez ne_pod aspon
compare 6: kolem okolo asi zhruba priblizne cca cca_. circa
behind 3: nebo_mene a_mene nejvyse maximalne
behind 5: nebo_vice nebo_vic a_vice a_vic minimalne
from: od
both: mezi
plus: a
to: do az -
until: do
and: a ale
or: nebo
scale 2: sto ste sta set
scale 3: k tis tis_. tisic tisic~e,i,u,ich,um
scale 6: mil mil_. milion~,u,y,ech,um,em mio m!
scale 9: mld mld_. miliard~,a,y,ach,am,u,ou
scale 12: bilion~,u,y,ech bil
half: pul pulka
one: jeden jedna jednoho jednu
count 2: dva dve
count 3: tri
count 4: ctyri
count 5: pet
count 6: sest
count 7: sedm
count 8: osm
count 9: devet
count 10: deset
count 11: jedenact
count 12: dvanact
tens: trinact ctrnact patnact sestnact sedmnact osmnact devatenact dvacet tricet ctyricet padesat sedesat sedmdesat osmdesat devadesat
many: tisice
currency 0: eur~a,o,ech,u
currency 1: dolar~,u,y,ech
currency 2: libr~a,y,u,ach liber
currency 3: korun~,a,y,ach,u
not: ne bez krome neni mimo
unit: procent procenta hodin hodiny den dny dni dnu tyden tydny tydnu mesic mesice mesicu rok roky let roku kilometru ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince ctvrtleti
dated: v roce roku za
counts: top prvnich poslednich nejlepsich dvakrat trikrat krat dvojnasobek
`
