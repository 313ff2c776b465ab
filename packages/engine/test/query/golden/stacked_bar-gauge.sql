-- avg
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, avg((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- count
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, count() AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- count_distinct
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, uniqExact((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- last_value
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, argMax((Value), at) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- max
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, max((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- min
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, min((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- quantile
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, quantile(0.95)((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- sum
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, sum((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}

-- any
SELECT groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'))) AS points, 1 AS groups FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, any((Value)) AS metric_value FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
GROUP BY intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `bucket`
)
)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"http.requests"}
