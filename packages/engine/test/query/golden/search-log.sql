-- newest
SELECT (Timestamp) AS `column_0`, (Body) AS `column_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((SeverityText = 'error'))
ORDER BY (Timestamp) DESC
LIMIT {p2:UInt64} OFFSET {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"101","p3":"0"}

-- ordered
SELECT (Timestamp) AS `column_0`, (Body) AS `column_1`
FROM `s_0d1f7c3e__default`.`otel_logs`
WHERE ((Timestamp) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((Timestamp) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((SeverityText = 'error'))
ORDER BY (Body) DESC
LIMIT {p2:UInt64} OFFSET {p3:UInt64}
-- {"p0":"1777885200000","p1":"1777888800000","p2":"101","p3":"200"}
