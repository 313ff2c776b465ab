-- series
SELECT `group_0`, groupArray((`bucket`, accurateCastOrNull(`value_0`, 'Float64'), accurateCastOrNull(`value_1`, 'Float64'))) AS points, any(groups) AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64}) AS `bucket`, countOrNullIf(1) AS `value_0`, avgOrNullIf((Duration), (SeverityText = 'error')) AS `value_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((Duration > 0))
GROUP BY ifNull(toString((ServiceName)), ''), intDiv(toUnixTimestamp((Timestamp)), {p0:UInt64})
) AS computed INNER JOIN (
SELECT `group_0`, row_number() OVER (ORDER BY `order_0`, `group_0`) AS position, count() OVER () AS groups FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, countOrNullIf(1) AS `value_0`, avgOrNullIf((Duration), (SeverityText = 'error')) AS `value_1`, (max(Duration)) AS `order_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND ((Duration > 0))
GROUP BY ifNull(toString((ServiceName)), '')
HAVING (count() > 10)
)
ORDER BY position
LIMIT {p3:UInt64}
) AS ranked USING (`group_0`)
GROUP BY `group_0`
ORDER BY any(position)
-- {"p0":"30","p1":"1777885200000","p2":"1777888800000","p3":"3"}

-- rows
SELECT `group_0`, `value_0`, `value_1`, count() OVER () AS groups FROM (
SELECT (ServiceName) AS `group_0`, countOrNullIf(1) AS `value_0`, avgOrNullIf((Duration), (SeverityText = 'error')) AS `value_1`, (max(Duration)) AS `order_0`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((Duration > 0))
GROUP BY (ServiceName)
HAVING (count() > 10)
)
ORDER BY `order_0`, `group_0`
LIMIT {p2:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"3"}
