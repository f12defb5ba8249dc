package diag

// Compiling: paths, types of measures, statements, the bundle and its lock (SUT140 to SUT199).
var compilingCodes = []Info{}
