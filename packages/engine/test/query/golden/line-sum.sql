-- avg
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, avg((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- count
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, count() AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- count_distinct
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, uniqExact((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- last_value
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, argMax((Value), at) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- max
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, max((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- min
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, min((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- quantile
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, quantile(0.95)((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- sum
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, sum((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- any
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, any((Value)) AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(`value_0`, 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}

-- two series
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, max(`value_0`) AS `value_0`, max(`value_1`) AS `value_1` FROM (
SELECT `bucket`, metric_value AS `value_0`, NULL AS `value_1` FROM (
SELECT `bucket`, count() AS metric_value FROM (
SELECT `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `bucket`, series
)
GROUP BY `bucket`
)
UNION ALL
SELECT `bucket`, NULL AS `value_0`, metric_value AS `value_1` FROM (
SELECT `bucket`, count() AS metric_value FROM (
SELECT `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `bucket`, series
)
GROUP BY `bucket`
)
)
GROUP BY `bucket`
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- ratio
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, count() OVER () AS groups FROM (
SELECT `group_0`, `bucket`, max(`value_0`) AS `value_0`, max(`value_1`) AS `value_1` FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0`, NULL AS `value_1` FROM (
SELECT `group_0`, `bucket`, count() AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
UNION ALL
SELECT `group_0`, `bucket`, NULL AS `value_0`, metric_value AS `value_1` FROM (
SELECT `group_0`, `bucket`, count() AS metric_value FROM (
SELECT `group_0`, `bucket`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`, series
)
GROUP BY `group_0`, `bucket`
)
)
GROUP BY `group_0`, `bucket`
)
GROUP BY `group_0`
ORDER BY sum(ifNotFinite(ifNull(accurateCastOrNull(ifNull(`value_0`, 0) / nullIf(`value_1`, 0), 'Float64'), 0), 0)) DESC, `group_0`
LIMIT {p5:UInt64}
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"100"}
