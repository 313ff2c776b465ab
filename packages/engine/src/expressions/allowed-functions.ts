/**
 * The functions that expressions of users may call: they compute a value from values. Everything that reads files, networks,
 * dictionaries, settings or the server, that waits, or that returns another value each time is missing.
 */
const NAMES = `
  plus minus multiply divide intDiv intDivOrZero modulo positiveModulo negate abs gcd lcm min2 max2
  isFinite isInfinite isNaN ifNotFinite sign floor ceil ceiling round roundBankers trunc truncate roundDown
  sqrt cbrt exp exp2 exp10 log ln log2 log10 pow power sin cos tan asin acos atan atan2 pi e
  equals notEquals less greater lessOrEquals greaterOrEquals in notIn isDistinctFrom isNotDistinctFrom
  and or not xor if multiIf caseWithExpression least greatest clamp
  isNull isNotNull ifNull nullIf coalesce assumeNotNull toNullable
  like notLike ilike notILike match position positionUTF8 positionCaseInsensitive positionCaseInsensitiveUTF8 locate
  startsWith endsWith startsWithUTF8 endsWithUTF8 hasToken hasTokenCaseInsensitive countSubstrings multiSearchAny
  extract extractAll replace replaceOne replaceAll replaceRegexpOne replaceRegexpAll splitByChar splitByString
  empty notEmpty length lengthUTF8 lower upper lowerUTF8 upperUTF8 lcase ucase reverse reverseUTF8 concat concatWithSeparator
  substring substr substringUTF8 left leftUTF8 right rightUTF8 trim trimBoth trimLeft trimRight isValidUTF8 toValidUTF8
  base64Encode base64Decode tryBase64Decode hex unhex bin unbin ascii
  bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitTest bitCount
  CRC32 CRC64 MD5 SHA1 SHA256 halfMD5 cityHash64 sipHash64 sipHash128 farmHash64 metroHash64 xxHash32 xxHash64 xxh3
  murmurHash2_32 murmurHash2_64 murmurHash3_32 murmurHash3_64 murmurHash3_128 intHash32 intHash64 jumpConsistentHash
  toTimeZone toYear toQuarter toMonth toWeek toYearWeek toISOWeek toISOYear toDayOfYear toDayOfMonth toDayOfWeek
  toHour toMinute toSecond toMillisecond toMonday toLastDayOfMonth toLastDayOfWeek toUnixTimestamp
  toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toStartOfWeek toStartOfDay toStartOfHour toStartOfMinute
  toStartOfSecond toStartOfMillisecond toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes toStartOfInterval
  toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss dateTrunc date_trunc dateDiff date_diff age timeSlot formatDateTime
  addYears addQuarters addMonths addWeeks addDays addHours addMinutes addSeconds addMilliseconds
  subtractYears subtractQuarters subtractMonths subtractWeeks subtractDays subtractHours subtractMinutes subtractSeconds
  toIntervalYear toIntervalQuarter toIntervalMonth toIntervalWeek toIntervalDay toIntervalHour toIntervalMinute
  toIntervalSecond toIntervalMillisecond fromUnixTimestamp fromUnixTimestamp64Second fromUnixTimestamp64Milli
  fromUnixTimestamp64Micro fromUnixTimestamp64Nano toUnixTimestamp64Milli toUnixTimestamp64Micro toUnixTimestamp64Nano
  makeDate makeDate32 makeDateTime makeDateTime64 parseDateTime parseDateTimeBestEffort parseDateTimeBestEffortOrNull
  parseDateTimeBestEffortOrZero parseDateTime64BestEffort parseDateTime64BestEffortOrNull parseDateTime64BestEffortOrZero
  CAST accurateCast accurateCastOrNull toString toFixedString toBool toDecimalString reinterpretAsString
  tuple tupleElement array arrayElement arrayElementOrNull has hasAll hasAny indexOf arrayConcat arrayDistinct arraySlice
  arraySort arrayReverseSort arraySum arrayMin arrayMax arrayAvg arrayUniq arrayStringConcat
  map mapKeys mapValues mapContains mapContainsKey
  JSONHas JSONLength JSONType JSONExtract JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat JSONExtractBool
  JSONExtractRaw JSONExtractKeys JSON_VALUE simpleJSONExtractString simpleJSONExtractInt simpleJSONExtractFloat isValidJSON
  toIPv4 toIPv6 IPv4NumToString IPv4StringToNum IPv6NumToString IPv6StringToNum isIPv4String isIPv6String isIPAddressInRange
  toUUID UUIDNumToString UUIDStringToNum UUIDv7ToDateTime
  domain domainWithoutWWW topLevelDomain protocol path pathFull queryString fragment port cutQueryString extractURLParameter
  decodeURLComponent encodeURLComponent toTypeName transform geohashEncode geoToH3 greatCircleDistance
`;

/** `toUInt64`, `toDateTime64OrNull` and so on. */
const CONVERSION =
  /^to(u?int\d+|float(32|64)|decimal\d+|date|date32|datetime|datetime32|datetime64)(ornull|orzero|ordefault)?$/;

const ALLOWED: ReadonlySet<string> = new Set(
  NAMES.toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Some functions of ClickHouse are case-insensitive, so names are compared without case. */
export function isAllowedFunction(name: string): boolean {
  const lower = name.toLowerCase();
  return ALLOWED.has(lower) || CONVERSION.test(lower);
}

const AGGREGATES = `
  count countDistinct sum avg min max any anyLast argMin argMax median uniq uniqExact uniqCombined
  quantile quantileExact quantileTDigest stddevPop stddevSamp varPop varSamp
`;

const AGGREGATE_NAMES: ReadonlySet<string> = new Set(
  AGGREGATES.toLowerCase()
    .split(/\s+/)
    .filter((name) => name !== ''),
);

/** Functions that aggregate rows, also with the combinator `If`. */
export function isAggregate(name: string): boolean {
  return AGGREGATE_NAMES.has(name.toLowerCase().replace(/if$/, ''));
}
