-- avg
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, avg((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- count
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- count_distinct
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, uniqExact((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- last_value
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, argMax((Value), at) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- max
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, max((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- min
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, min((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- quantile
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, quantile(0.95)((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- sum
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, sum((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- any
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, any((Value)) AS metric_value FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- groups
SELECT * FROM (
SELECT `group_0`, `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
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
)
)
ORDER BY `bucket`, `group_0`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- ratio
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0`, toFloat64(`value_1`) AS `value_0_1` FROM (
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
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}
