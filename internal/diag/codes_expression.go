package diag

// Expressions (SUT100 to SUT139).
var expressionCodes = []Info{}
