// Package serve is the governed service: who may ask what, how much of it at once, for how long, and what is written
// down about it.
//
// Capabilities is the one table: names, doors, scopes, descriptions, inputs, outputs. Call is the one entry point: it
// decides switch, scope and shape, waits for a slot, sets the deadline, runs, writes the audit line, and only then
// returns. Transports (mcp, http) translate and decide nothing. A Service acts on a Pin, which only Verify makes: a
// digested bundle whose sources hold what it declares. It never sees a catalog, and no CUE.
package serve
