-- without groups
SELECT * FROM (
SELECT intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf((((SeverityText = 'error')))) AS `rows_0`, countIf((((Duration > 0)))) AS `rows_1`, toFloat64(quantileOrNullIf(0.95)((Duration), ((Duration > 0)))) AS `value_1_0`, countIf(1) AS `rows_2`, toFloat64(countOrNullIf(((SeverityText = 'error')))) AS `value_2_0`, toFloat64(countOrNullIf(1)) AS `value_2_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"3003"}

-- with groups
SELECT * FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf((((SeverityText = 'error')))) AS `rows_0`, countIf((((Duration > 0)))) AS `rows_1`, toFloat64(quantileOrNullIf(0.95)((Duration), ((Duration > 0)))) AS `value_1_0`, countIf(1) AS `rows_2`, toFloat64(countOrNullIf(((SeverityText = 'error')))) AS `value_2_0`, toFloat64(countOrNullIf(1)) AS `value_2_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC'))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`, `group_0`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"3003"}

-- with groups and conditions
SELECT * FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countIf((((SeverityText = 'error')))) AS `rows_0`, countIf((((Duration > 0)))) AS `rows_1`, toFloat64(quantileOrNullIf(0.95)((Duration), ((Duration > 0)))) AS `value_1_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (((((SeverityText = 'error')))) OR ((((Duration > 0)))))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
)
ORDER BY `bucket`, `group_0`
LIMIT {p3:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777885200000","p2":"1777888800000","p3":"2002"}
