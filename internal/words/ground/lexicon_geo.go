package ground

import "sync"

// placeWords are the lexicons of places: "in" leads to a place, "within" to a distance, "of" stands between it and the place, "beyond"
// and "near" make of one nothing that is read. "class" says what kind of place it is: the city of Brno. A value of "unit" is how many millimetres it has.
var placeWords = sync.OnceValue(func() []*language {
	return []*language{newLanguage("en", englishPlaces), newLanguage("de", germanPlaces), newLanguage("cs", czechPlaces)}
})

const lengths = `
unit 1000000: km
unit 1000: m
unit 1609344: mi
`

const englishPlaces = lengths + `
unit 1000000: kilometer kilometers kilometre kilometres
unit 1609344: mile miles
unit 1000: meter meters metre metres
in: in inside inside_of within
within: within at_most up_to no_more_than less_than under in_a_radius_of within_a_radius_of closer_than
of: of from around to away_from
not: not outside outside_of except without excluding
beyond: over more_than beyond at_least farther_than further_than above
near: near close_to around by next_to
class: the city_of town_of village_of region_of state_of area_of district_of county_of province_of country_of the_city_of the_town_of the_village_of the_region_of the_state_of the_area_of the_district_of the_county_of the_province_of the_country_of
`

const germanPlaces = lengths + `
unit 1000000: kilometer kilometern
unit 1609344: meile meilen
unit 1000: meter metern
in: in im innerhalb_von
within: im_umkreis_von in_einem_umkreis_von innerhalb_von bis_zu bis hochstens maximal weniger_als nicht_mehr_als
of: von um um_herum vom entfernt_von rund_um
not: nicht außerhalb ausserhalb außerhalb_von ausserhalb_von außer ausser ohne
beyond: uber mehr_als mindestens weiter_als
near: bei nahe nahe_bei in_der_nahe_von neben
class: der die das den dem stadt gemeinde region bezirk kreis land bundesland provinz der_stadt der_gemeinde der_region dem_bezirk dem_kreis dem_land dem_bundesland der_provinz
`

const czechPlaces = lengths + `
unit 1000000: kilometr~,u,y,ech,um
unit 1609344: mil~e,i,emi mil
unit 1000: metr~,u,y,ech
in: v ve uvnitr na
within: do v_okruhu v_okoli nejvyse maximalne mene_nez blize_nez ne_vice_nez v_okruhu_do
of: od ode kolem okolo
not: ne mimo krome bez
beyond: nad pres vice_nez dale_nez alespon nejmene
near: u blizko pobliz vedle okolo kolem
class: mest~o,a,e,u,em obec obce obci okres~,u,e kraj~,e,i region~,u,e oblast~,i stat~,u,e zem~e,i
`
