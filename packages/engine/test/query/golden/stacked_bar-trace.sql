-- avg
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, avg((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- count
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, count() AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- count_distinct
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, uniqExact((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- last_value
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, argMax((Duration), (Timestamp)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- max
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, max((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- min
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, min((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- quantile
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, quantile(0.95)((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- sum
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, sum((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- any
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, any((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}
