package ground

// Units of time, as values of lexicons. The value of "named" is a unit times 100, and 50 more or less units from now.
const (
	hour = iota
	day
	week
	month
	quarter
	half
	year
	fiscalQuarter
	fiscalYear
)

const english = `
named 148: day_before_yesterday
named 149: yesterday
named 150: today
named 151: tomorrow
named 152: day_after_tomorrow
unit 0: hour hours
unit 1: day days
unit 2: week weeks
unit 3: month months
unit 4: quarter quarters
unit 5: half halves half_-_year half_-_years half_year half_years
unit 6: year years
unit 7: fiscal_quarter fiscal_quarters financial_quarter financial_quarters
unit 8: fiscal_year fiscal_years financial_year financial_years
month 1: january jan!
month 2: february feb!
month 3: march! mar!
month 4: april apr!
month 5: may!
month 6: june jun!
month 7: july jul!
month 8: august aug!
month 9: september sep! sept!
month 10: october oct!
month 11: november nov!
month 12: december dec!
weekday 1: monday mon!
weekday 2: tuesday tue!
weekday 3: wednesday wed!
weekday 4: thursday thu!
weekday 5: friday fri!
weekday 6: saturday sat!
weekday 7: sunday sun!
season 1: spring!
season 2: summer
season 3: autumn fall!
season 4: winter
weekend: weekend
count 1: one a an
count 2: two couple_of
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
ord 1: first
ord 2: second
ord 3: third
ord 4: fourth
th: st nd rd th
last: last previous prior
this: this current
next: next coming following
window: last previous past trailing rolling
past: past trailing
ago: ago
ahead: in
year: year
quarterword: quarter
halfword: half half_year half_-_year
weekword: week wk cw
yearly: fiscal_year financial_year fy
quarterly: fiscal_quarter financial_quarter
fiscal: fiscal financial
of: of in
the: the
in: in on during for of within at by
from: from
to: to through thru until till -
both: between
plus: and
until: until till by to up_to through
since: since starting starting_in starting_from beginning_in beginning_from
out: from
onward: on onward onwards forward
and: and or vs versus compared_to compared_with ,
start: start beginning early
end: end late
mid: mid middle
before: before prior_to
after: after
about: around circa roughly
not: not no except excluding without but never non
more: over above under below than least most top first exceeding exactly only minimum maximum
plural: hours days weeks months quarters halves half_-_years half_years years fiscal_years financial_years fiscal_quarters
every: every each
same: same_period same_time this_time same_month same_week same_day same_quarter
part: third thirds fifth tenth semester semesters trimester trimesters christmas xmas easter thanksgiving black_friday cyber_monday holidays holiday_season tax_year school_year academic_year marketing_year crop_year budget_year
each: per by average avg each every
opens: commencing beginning starting
closes: ending
rate: exchange_rate exchange_rates fx_rate
period: period month
stretch: period periods
numbered: order invoice document receipt ticket number no no_. nr nr_. id code account customer client item article sku product project contract case job batch lot serial cost_center cost_centre
few: last_few past_few next_few recent
todate 6: ytd
todate 4: qtd
todate 3: mtd
todate 2: wtd
tail: to_date so_far
clock: o_clock
verbal: i we you he she it they the a an this that these those there be not have has is are on in to of and or
`

const german = `
named 148: vorgestern vorgestrig~e,er,es,en,em
named 149: gestern gestrig~e,er,es,en,em
named 150: heute heutig~e,er,es,en,em
named 151: morgen morgig~e,er,es,en,em
named 152: ubermorgen uebermorgen
named 249: vorwoche
named 349: vormonat
named 449: vorquartal
named 649: vorjahr vorjahres vorjahrig~e,er,es,en,em letztjahrig~e,er,es,en,em
named 650: heuer diesjahrig~e,er,es,en,em
unit 0: stunde stunden
unit 1: tag tage tagen tages
unit 2: woche wochen
unit 3: monat monate monaten monats
unit 4: quartal quartale quartalen quartals vierteljahr
unit 5: halbjahr halbjahre halbjahres
unit 6: jahr jahre jahren jahres
unit 7: geschaftsquartal geschaftsquartals fiskalquartal
unit 8: geschaftsjahr geschaftsjahre geschaftsjahres geschaftsjahren fiskaljahr fiskaljahres wirtschaftsjahr
month 1: januar janner jan!
month 2: februar feber feb
month 3: marz maerz
month 4: april apr
month 5: mai
month 6: juni jun
month 7: juli jul
month 8: august aug
month 9: september sep sept
month 10: oktober okt
month 11: november nov
month 12: dezember dez
weekday 1: montag
weekday 2: dienstag
weekday 3: mittwoch
weekday 4: donnerstag
weekday 5: freitag
weekday 6: samstag sonnabend
weekday 7: sonntag
season 1: fruhling fruhjahr
season 2: sommer
season 3: herbst
season 4: winter
weekend: wochenende
count 1: ein eine einen einem einer
count 2: zwei beiden
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
ord 1: erst~e,er,es,en
ord 2: zweit~e,er,es,en
ord 3: dritt~e,er,es,en
ord 4: viert~e,er,es,en
last: letzt~e,er,es,en,em vorig~e,er,es,en,em vergangen~e,er,es,en,em
this: dies~e,er,es,en,em laufend~e,er,es,en,em aktuell~e,er,es,en,em
next: nachst~e,er,es,en,em naechst~e,er,es,en,em kommend~e,er,es,en,em
window: letzt~e,er,es,en vergangen~e,er,es,en
ago: vor
ahead: in
year: jahr jahre jahres
quarterword: quartal quartals
halfword: halbjahr halbjahres jahreshalfte hj
halfof: halfte
weekword: kw kalenderwoche woche
yearly: geschaftsjahr geschaftsjahres fiskaljahr gj fy
quarterly: geschaftsquartal fiskalquartal
fiscal: fiskal
of: im des von vom
the: der die das den dem des
in: im in am an um zum zur wahrend fur fuer des der
from: von vom ab
to: bis bis_zum bis_zur -
both: zwischen
plus: und
until: bis bis_zum bis_zur bis_einschliesslich bis_einschließlich
since: seit ab seit_dem seit_der
out: von vom
onward: an
and: und oder gegenuber vs ,
start: anfang beginn
end: ende
mid: mitte
plural: stunden tage tagen wochen monate monaten quartale quartalen halbjahre jahre jahren geschaftsjahre geschaftsjahren
every: jeden jede jedes jeder jedem
same: gleiche~r,n,m,s gleichen_zeitraum gleicher_zeitraum selben_zeitraum
few: letzte_paar letzten_paar nachsten_paar
part: drittel semester sommersemester wintersemester trimester weihnachten ostern pfingsten silvester neujahr advent viertel schuljahr studienjahr steuerjahr haushaltsjahr planjahr
each: pro je nach durchschnittlich~e,er,es,en
rate: kurs kurse kursen wechselkurs wechselkursen tageskurs
period: periode zeitraum monat
stretch: periode zeitraum
numbered: rechnung beleg auftrag bestellung nummer nr nr_. kunde konto vertrag projekt lieferant rechnungsnummer kundennummer artikelnummer auftragsnummer kostenstelle
unitstart 6: jahresbeginn jahresanfang
unitstart 4: quartalsbeginn quartalsanfang
unitstart 3: monatsbeginn monatsanfang
unitstart 2: wochenbeginn wochenanfang
unitend 6: jahresende
unitend 4: quartalsende
unitend 3: monatsende
unitend 2: wochenende
before: vor
after: nach
about: gegen circa ca etwa ungefahr
not: nicht ausser ohne kein keine keinen keiner ausgenommen außer
more: uber ueber unter mehr weniger als mindestens hochstens top genau nur maximal
clock: uhr
`

const czech = `
named 148: predevcirem predvcerejs~i,iho,im,ich
named 149: vcera vcerejs~i,iho,im,ich,ek,ka,ku
named 150: dnes dneska dnesek dnesk~u,em dnesn~i,iho,im,ich
named 151: zitra zitrejs~i,iho,im,ich,ek,ka,ku
named 152: pozitri
named 648: predloni predlonsk~y,eho,em,a,e,ou,ych
named 649: loni vloni lonsk~y,eho,em,a,e,ou,ych lonskeho_roku lonskem_roce lonsky_rok lonska lonsku
named 650: letos letosn~i,iho,im,ich letosniho_roku letosnim_roce letosni_rok
named 651: napresrok
unit 0: hodin~a,y,u,ou,,ach,am,ami,e
unit 1: den dn~e,i,u,y,em,ech,um
unit 2: tyden tydn~e,u,y,em,ech,um
unit 3: mesic~,e,i,u,em,ich,um
unit 4: ctvrtlet~i,im,ich kvartal~,u,y,e,ech,em
unit 5: pololet~i,im,ich
unit 6: rok~,u,y,em,em,um,ech roce roc~ich let let~ech,um,y
unit 7: fiskalni_ctvrtlet~i,im fiskalniho_ctvrtleti fiskalnim_ctvrtleti fiskalni_kvartal ucetni_ctvrtlet~i,im ucetniho_ctvrtleti ucetnim_ctvrtleti hospodarske_ctvrtleti
unit 8: fiskalni_rok fiskalniho_roku fiskalnim_roce hospodarsky_rok hospodarskeho_roku hospodarskem_roce ucetni_obdobi ucetni_rok ucetniho_roku ucetnim_roce
month 1: led~en,na,nu,nem lednov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 2: unor~,a,u,em unorov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 3: brez~en,na,nu,nem breznov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 4: dub~en,na,nu,nem dubnov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 5: kvet~en,na,nu,nem kvetnov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 6: cerv~en,na,nu,nem cervnov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 7: cerven~ec,ce,ci,cem cervencov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 8: srp~en,na,nu,nem srpnov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 9: zari zarijov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 10: rij~en,na,nu,nem rijnov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 11: listopad~,u,em listopadov~y,a,e,eho,emu,em,ou,ych,ym,ymi
month 12: prosin~ec,ce,ci,cem prosincov~y,a,e,eho,emu,em,ou,ych,ym,ymi
weekday 1: pondel~i,ku,kem
weekday 2: uter~y,ku,kem,ek
weekday 3: stred~a,u,y,e,ou
weekday 4: ctvrt~ek,ku,kem
weekday 5: pat~ek,ku,kem
weekday 6: sobot~a,u,y,e,ou
weekday 7: nedel~e,i
season 1: jaro jar~a,u,e,em
season 2: let~o,a,e létu létem
season 3: podzim~,u,em
season 4: zim~a,y,u,e,ou
weekend: vikend~,u,em
count 1: jeden jedn~a,o,ou,e,im
count 2: dva dve dvou dvema
count 3: tri trech tremi
count 4: ctyri ctyrech ctyrmi
count 5: pet peti
count 6: sest sesti
count 7: sedm sedmi
count 8: osm osmi
count 9: devet deviti
count 10: deset deseti
count 11: jedenact jedenacti
count 12: dvanact dvanacti
ord 1: prvni prvniho prvnim
ord 2: druh~e,eho,em,y,a,ou
ord 3: treti tretiho tretim
ord 4: ctvrt~e,eho,em,y
last: minul~y,a,e,eho,em,ou,ych,ym predchozi predchoziho predchozim uplynul~y,e,eho,em,ou
this: tento tato toto tomto teto tuto tohoto aktualni aktualnim aktualniho soucasn~y,em
next: pristi pristiho pristim pristich nadchazejici nadchazejicich
window: posledni poslednich uplynul~y,e,ych minul~ych,e,y
past: posledni posledniho poslednim
ago: pred
ahead: za
year: rok roku roce
quarterword: ctvrtlet~i,im kvartal~,u,e
halfword: pololet~i,im
halfof: polovin~a,y,e,u,ou
weekword: tyd~en,nu,ne kalendarni_tyden kalendarnim_tydnu kt
yearly: fiskalni_rok fiskalniho_roku fiskalnim_roce hospodarsky_rok hospodarskeho_roku ucetni_rok ucetniho_roku ucetnim_roce fy
quarterly: fiskalni_ctvrtleti fiskalnim_ctvrtleti ucetni_ctvrtleti ucetnim_ctvrtleti
fiscal: fiskalni
of: roku v
in: v ve o na za pro behem z ze do od k
from: od ode z
to: do az -
both: mezi
plus: a
until: do az_do
since: od ode pocinaje od_roku
and: a nebo i vs versus oproti proti ,
start: zacatku zacatek pocatku pocatek zacatkem
end: konce konec koncem konci
mid: puli pulce polovine
before: pred
after: po
plural: hodiny hodin hodinach dny dni dnech tydny tydnech tydnu mesicich mesicu roky let letech ctvrtletich kvartaly
every: kazd~y,a,e,ou,eho,em
same: stejne_obdobi stejnem_obdobi stejny_den stejny_mesic
few: posledni_mesice minule_mesice pristi_mesice par_poslednich poslednich_par
part: tretin~a,y,e,u semestr~,u,e,em trimestr~,u,e,em vanoce vanoc vanocich velikonoce velikonoc velikonocich silvestr silvestra advent adventu ctvrtin~a,y,e,u skolni_rok skolnim_roce akademicky_rok akademickem_roce danovy_rok danovem_roce
each: na podle dle prumern~y,a,e,eho
rate: kurzem kurzu kurz
period: obdobi mesic mesici
stretch: obdobi obdobim
numbered: faktura fakturu fakture doklad dokladu dokladem zakaznik zakaznika zakaznikovi objednavka objednavku objednavce zakazka zakazku zakazce ucet uctu uctem cislo cisla c c_. smlouva smlouvu stredisko strediska stredisku kod
about: kolem okolo zhruba asi cca priblizne
not: ne nikoli krome mimo bez ani vyjma neni nebyl~,a,o,y
more: nad pod vice mene nez alespon nejmene nejvyse pres presne jen prvnich max maximalne
clock: hodin hod h
`
