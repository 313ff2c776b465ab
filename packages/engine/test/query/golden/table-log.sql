-- avg
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, avg((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- count
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, count() AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- count_distinct
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, uniqExact((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- last_value
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, argMax((Duration), (Timestamp)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- max
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, max((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- min
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, min((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- quantile
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, quantile(0.95)((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- sum
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, sum((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- any
SELECT `group_0`, `value_0`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, any((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY `value_0` DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- ratio
SELECT `group_0`, ifNull(`value_0`, 0) / nullIf(`value_1`, 0) AS ratio, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, countOrNullIf((SeverityText = 'error')) AS `value_0`, countOrNullIf(1) AS `value_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
GROUP BY (ServiceName)
)
ORDER BY ifNull(`value_0`, 0) / nullIf(`value_1`, 0) DESC, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}
