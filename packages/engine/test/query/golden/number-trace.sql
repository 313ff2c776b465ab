-- avg
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT avg((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- count
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT count() AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- count_distinct
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT uniqExact((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- last_value
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT argMax((Duration), (Timestamp)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- max
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT max((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- min
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT min((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- quantile
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT quantile(0.95)((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- sum
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT sum((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}

-- any
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT any((Duration)) AS `value_0`
FROM `s_0d1f7c3e__default`.`otel_traces`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC'))
)
ORDER BY `value_0` DESC
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"100"}
