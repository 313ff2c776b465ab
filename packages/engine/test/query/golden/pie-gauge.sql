-- avg
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, avg((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- count
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, count() AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- count_distinct
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, uniqExact((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- last_value
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, argMax((Value), at) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- max
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, max((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- min
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, min((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- quantile
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, quantile(0.95)((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- sum
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, sum((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}

-- any
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT `group_0`, metric_value AS `value_0` FROM (
SELECT `group_0`, any((Value)) AS metric_value FROM (
SELECT (ServiceName) AS `group_0`, argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY (ServiceName), cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
GROUP BY `group_0`
)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"5"}
