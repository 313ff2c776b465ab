-- count
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, arraySum(counts.2) AS metric_value FROM (
SELECT `bucket`, sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `bucket`
)
)
)
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- quantile
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `bucket`, metric_value AS `value_0` FROM (
SELECT `bucket`, (Value) AS metric_value FROM (
SELECT `bucket`, multiIf(wanted <= 0 OR position = 0, NULL, isInfinite(bounds[position]), bounds[position - 1], position = 1, least(bounds[1], 0) + (bounds[1] - least(bounds[1], 0)) * wanted / cumulative[1], bounds[position - 1] + (bounds[position] - bounds[position - 1]) * (wanted - cumulative[position - 1]) / (cumulative[position] - cumulative[position - 1])) AS Value FROM (
SELECT *, arrayFirstIndex(count -> count >= wanted, cumulative) AS position FROM (
SELECT *, arrayCumSum(bound -> counts.2[indexOf(counts.1, bound)], bounds) AS cumulative, 0.95 * arraySum(counts.2) AS wanted FROM (
SELECT `bucket`, sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `bucket`
))))
)
)
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- groups
SELECT * FROM (
SELECT `group_0`, `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0` FROM (
SELECT `group_0`, `bucket`, metric_value AS `value_0` FROM (
SELECT `group_0`, `bucket`, arraySum(counts.2) AS metric_value FROM (
SELECT `group_0`, `bucket`, sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT ifNull(toString((ServiceName)), '') AS `group_0`, intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `group_0`, `bucket`
)
)
)
)
ORDER BY `bucket`, `group_0`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}

-- ratio
SELECT * FROM (
SELECT `bucket`, 1 AS rows_0, toFloat64(`value_0`) AS `value_0_0`, toFloat64(`value_1`) AS `value_0_1` FROM (
SELECT `bucket`, max(`value_0`) AS `value_0`, max(`value_1`) AS `value_1` FROM (
SELECT `bucket`, metric_value AS `value_0`, NULL AS `value_1` FROM (
SELECT `bucket`, arraySum(counts.2) AS metric_value FROM (
SELECT `bucket`, sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String}) AND ((SeverityText = 'error'))
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `bucket`
)
)
UNION ALL
SELECT `bucket`, NULL AS `value_0`, metric_value AS `value_1` FROM (
SELECT `bucket`, arraySum(counts.2) AS metric_value FROM (
SELECT `bucket`, sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT intDiv(toUnixTimestamp((TimeUnix)), {p0:UInt64}) AS `bucket`, cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')) AND (MetricName = {p3:String})
)
WHERE at >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
GROUP BY `bucket`
)
)
)
GROUP BY `bucket`
)
)
ORDER BY `bucket`
LIMIT {p5:UInt64} BY `bucket`
-- {"p0":"300","p1":"1777884600000","p2":"1777888800000","p3":"http.requests","p4":"1777885200000","p5":"1001"}
