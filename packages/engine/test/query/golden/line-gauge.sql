-- avg
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, avg((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- count
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, count() AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- count_distinct
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, uniqExact((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- last_value
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, argMax((Value), at) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- max
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, max((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- min
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, min((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- quantile
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, quantile(0.95)((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- sum
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, sum((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- any
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, any((Value)) AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}

-- two series
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, max(`value_0`) AS `value_0`, max(`value_1`) AS `value_1` FROM (
SELECT `bucket`, metric_value AS `value_0`, NULL AS `value_1` FROM (
SELECT `bucket`, count() AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
UNION ALL
SELECT `bucket`, NULL AS `value_0`, metric_value AS `value_1` FROM (
SELECT `bucket`, count() AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
GROUP BY `bucket`
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- ratio
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, max(`value_0`) AS `value_0`, max(`value_1`) AS `value_1` FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0`, NULL AS `value_1` FROM (
SELECT `group_0`, `bucket`, count() AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
UNION ALL
SELECT `group_0`, `bucket`, NULL AS `value_0`, metric_value AS `value_1` FROM (
SELECT `group_0`, `bucket`, count() AS metric_value FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`, `bucket`
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(ifNull(`value_0`, 0) / nullIf(`value_1`, 0), 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests","p4":"100"}
