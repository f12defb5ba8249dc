package diag

// Settings and sources (SUT200 to SUT239).
var settingsCodes = []Info{}
