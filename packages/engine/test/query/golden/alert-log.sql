-- avg
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(avgOrNullIf((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- count
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- count_distinct
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(uniqExactOrNullIf((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- last_value
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(argMaxOrNullIf((Duration), (Timestamp), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- max
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(maxOrNullIf((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- min
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(minOrNullIf((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- quantile
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(quantileOrNullIf(0.95)((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- sum
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(sumOrNullIf((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- any
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(anyOrNullIf((Duration), 1)) AS `value_0_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- groups
SELECT * FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf((((SeverityText = 'error')))) AS `rows_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (((((SeverityText = 'error')))))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`, `group_0`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}

-- ratio
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf(1) AS `rows_0`, toFloat64(countOrNullIf(((SeverityText = 'error')))) AS `value_0_0`, toFloat64(countOrNullIf(1)) AS `value_0_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"1001"}
