-- log
SELECT fromUnixTimestamp64Milli(toInt64(bucket * {p0:UInt64} * 1000), 'UTC') AS timestamp, if(number = 0, 0, sign(number) * exp2(floor(log2(abs(number)) * 4) / 4)) AS value, count() AS count FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS bucket, assumeNotNull(accurateCastOrNull((Duration), 'Float64')) AS number
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error')) AND (isFinite(accurateCastOrNull((Duration), 'Float64')))
)
GROUP BY timestamp, value
ORDER BY timestamp, value
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- linear
WITH (SELECT (min(accurateCastOrNull((Duration), 'Float64')), max(accurateCastOrNull((Duration), 'Float64')))
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((SeverityText = 'error')) AND (isFinite(accurateCastOrNull((Duration), 'Float64')))
) AS bounds
SELECT fromUnixTimestamp64Milli(toInt64(bucket * {p2:UInt64} * 1000), 'UTC') AS timestamp, assumeNotNull(bounds.1) + ((assumeNotNull(bounds.2) - assumeNotNull(bounds.1)) / 50) * if(((assumeNotNull(bounds.2) - assumeNotNull(bounds.1)) / 50) = 0, 0, least(floor((number - assumeNotNull(bounds.1)) / ((assumeNotNull(bounds.2) - assumeNotNull(bounds.1)) / 50)), 49)) AS value, count() AS count FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p2:UInt64}) AS bucket, assumeNotNull(accurateCastOrNull((Duration), 'Float64')) AS number
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((SeverityText = 'error')) AND (isFinite(accurateCastOrNull((Duration), 'Float64')))
)
GROUP BY timestamp, value
ORDER BY timestamp, value
-- {"p0":"1777885200000","p1":"1777888800000","p2":"30"}
