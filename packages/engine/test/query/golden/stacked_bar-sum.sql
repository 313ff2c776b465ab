-- avg
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, avg((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- count
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- count_distinct
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, uniqExact((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- last_value
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, argMax((Value), at) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- max
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, max((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- min
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, min((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- quantile
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, quantile(0.95)((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- sum
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, sum((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}

-- any
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, any((Value)) AS metric_value FROM (
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
)
-- {"p0":"30","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000"}
