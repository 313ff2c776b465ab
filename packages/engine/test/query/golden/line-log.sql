-- avg
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, avg((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- count
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, count() AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- count_distinct
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, uniqExact((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- last_value
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, argMax((Duration), (Timestamp)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- max
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, max((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- min
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, min((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- quantile
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, quantile(0.95)((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- sum
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, sum((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- any
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, any((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}

-- two series
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countOrNullIf((SeverityText = 'error')) AS `value_0`, countOrNullIf(1) AS `value_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000"}

-- ratio
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countOrNullIf((SeverityText = 'error')) AS `value_0`, countOrNullIf(1) AS `value_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(ifNull(`value_0`, 0) / nullIf(`value_1`, 0), 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"100"}
