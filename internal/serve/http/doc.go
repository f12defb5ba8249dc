// Package http serves the capabilities as plain HTTP: a POST of a question, a GET of the catalog, and an OpenAPI document
// that says so.
//
// It translates and decides nothing: every route is a capability of internal/serve, arguments go to its one entry point as
// they came, and what comes back is the body, with the request's id. A body always has outcome or error. Statuses are those
// of the table of refusals and of the page on serving. Who asks has been established before, and the listener bounds how
// slow a peer may be.
package http
