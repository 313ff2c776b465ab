-- avg
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT avg((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- count
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT count() AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- count_distinct
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT uniqExact((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- last_value
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT argMax((Value), at) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- max
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT max((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- min
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT min((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- quantile
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT quantile(0.95)((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- sum
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT sum((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}

-- any
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT any((Value)) AS metric_value FROM (
SELECT argMax(Value, (TimeUnix)) AS Value, max((TimeUnix)) AS at
FROM `s_0d1f7c3e__default`.`otel_metrics_gauge`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
GROUP BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`)
)
)
)
ORDER BY `value_0` DESC
LIMIT {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"http.requests","p3":"100"}
