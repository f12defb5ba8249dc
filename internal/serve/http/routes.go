package http

import (
	web "net/http"
	"strings"

	"sutura.dev/internal/serve"
)

// route is where a capability is.
type route struct {
	capability string
	method     string
	path       string
}

// routes has a row for every capability; a test holds it to the table.
var routes = []route{
	{"ask_metric", web.MethodPost, "/v1/ask"},
	{"compile", web.MethodPost, "/v1/compile"},
	{"query", web.MethodPost, "/v1/query"},
	{"describe_catalog", web.MethodGet, "/v1/catalog"},
	{"search", web.MethodPost, "/v1/search"},
	{"resolve_bind", web.MethodPost, "/v1/resolve"},
	{"list_objects", web.MethodPost, "/v1/objects"},
	{"get_object", web.MethodPost, "/v1/object"},
	{"get_model", web.MethodPost, "/v1/model"},
	{"list_queries", web.MethodPost, "/v1/queries"},
	{"resolve_area", web.MethodPost, "/v1/area"},
	{"match", web.MethodPost, "/v1/match"},
	{"ground_time", web.MethodPost, "/v1/ground/time"},
	{"ground_money", web.MethodPost, "/v1/ground/money"},
	{"ground_geo", web.MethodPost, "/v1/ground/geo"},
	{"run_sql", web.MethodPost, "/v1/sql"},
	{"propose_metric", web.MethodPost, "/v1/propose"},
}

// documentPath is where the OpenAPI document is.
const documentPath = "/openapi.json"

// capabilityOf finds a capability among those granted; nil where it is not.
func capabilityOf(granted []serve.Capability, name string) *serve.Capability {
	for i := range granted {
		if granted[i].Name == name {
			return &granted[i]
		}
	}
	return nil
}

// routeOf finds the route of a path and a method. Without one, allowed are the methods that the path has; none: no such
// path.
func routeOf(path, method string) (r *route, allowed string) {
	var methods []string
	for i := range routes {
		if routes[i].path != path {
			continue
		}
		if routes[i].method == method {
			return &routes[i], ""
		}
		methods = append(methods, routes[i].method)
	}
	return nil, strings.Join(methods, ", ")
}
