/**
 * The value of a discriminating property that this version of the contract does not know. A string at run time. An enum,
 * because only the type of an enum value is a string that no literal is equal to: a comparison with a known value then
 * selects the variant of that value.
 */
export declare enum UnknownValue {
  Any = '',
}
