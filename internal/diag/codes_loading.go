package diag

// Loading a catalog: files, syntax, schema (SUT001 to SUT039).
var loadingCodes = []Info{}
