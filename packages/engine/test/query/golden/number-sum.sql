-- avg
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT avg((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- count
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT count() AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- count_distinct
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT uniqExact((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- last_value
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT argMax((Value), at) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- max
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT max((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- min
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT min((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- quantile
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT quantile(0.95)((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- sum
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT sum((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- any
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT any((Value)) AS metric_value FROM (
SELECT sum(multiIf(AggregationTemporality = 1, Value, isNull(previous), 0, IsMonotonic AND Value < previous, Value, Value - previous)) AS Value, max(at) AS at FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, Value, IsMonotonic, lagInFrame(toNullable(Value)) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_sum`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
GROUP BY series
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}
