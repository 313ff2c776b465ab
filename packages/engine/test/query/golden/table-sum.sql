-- avg
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, avg((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- count
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, count() AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- count_distinct
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, uniqExact((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- last_value
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, argMax((Value), at) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- max
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, max((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- min
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, min((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- quantile
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, quantile(0.95)((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- sum
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, sum((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- any
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, any((Value)) AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- ratio
SELECT `group_0`, ifNull(`value_0`, 0) / nullIf(`value_1`, 0) AS ratio, count() OVER () AS groups FROM (
SELECT `group_0`, max(`value_0`) AS `value_0`, max(`value_1`) AS `value_1` FROM (
SELECT `group_0`, metric_value AS `value_0`, NULL AS `value_1` FROM (
SELECT `group_0`, count() AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String}) AND ((SeverityText = 'error'))
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
UNION ALL
SELECT `group_0`, NULL AS `value_0`, metric_value AS `value_1` FROM (
SELECT `group_0`, count() AS metric_value FROM (
SELECT `group_0`, sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT (ServiceName) AS `group_0`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY `group_0`, series
)
GROUP BY `group_0`
)
)
GROUP BY `group_0`
)
ORDER BY ifNull(`value_0`, 0) / nullIf(`value_1`, 0) DESC, `group_0`
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}
