package catalog

import "sutura.dev/internal/diag"

// Codes of loading. Their pages are in internal/diag.
const (
	noCatalog        diag.Code = "SUT001"
	notRegular       diag.Code = "SUT002"
	tooLarge         diag.Code = "SUT003"
	badSyntax        diag.Code = "SUT004"
	tooDeep          diag.Code = "SUT005"
	wrongPackage     diag.Code = "SUT006"
	attributeRefused diag.Code = "SUT007"
	importRefused    diag.Code = "SUT008"
	unresolvedName   diag.Code = "SUT009"
	abandoned        diag.Code = "SUT010"
	unknownField     diag.Code = "SUT011"
	missingField     diag.Code = "SUT012"
	wrongType        diag.Code = "SUT013"
	notOneOf         diag.Code = "SUT014"
	outOfForm        diag.Code = "SUT015"
	badName          diag.Code = "SUT016"
	conflicting      diag.Code = "SUT017"
	notConcrete      diag.Code = "SUT018"
	notComputable    diag.Code = "SUT019"
	vendoredDiffers  diag.Code = "SUT020"
	unusedImport     diag.Code = "SUT021"
)
