-- count
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT arraySum(counts.2) AS metric_value FROM (
SELECT sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
)
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}

-- quantile
SELECT `value_0`, count() OVER () AS groups FROM (
SELECT metric_value AS `value_0` FROM (
SELECT (Value) AS metric_value FROM (
SELECT multiIf(wanted <= 0 OR position = 0, NULL, isInfinite(bounds[position]), bounds[position - 1], position = 1, least(bounds[1], 0) + (bounds[1] - least(bounds[1], 0)) * wanted / cumulative[1], bounds[position - 1] + (bounds[position] - bounds[position - 1]) * (wanted - cumulative[position - 1]) / (cumulative[position] - cumulative[position - 1])) AS Value FROM (
SELECT *, arrayFirstIndex(count -> count >= wanted, cumulative) AS position FROM (
SELECT *, arrayCumSum(bound -> counts.2[indexOf(counts.1, bound)], bounds) AS cumulative, 0.95 * arraySum(counts.2) AS wanted FROM (
SELECT sumMap(arrayPushBack(ExplicitBounds, inf), arrayResize(arrayMap((now, before) -> toFloat64(now) - toFloat64(before), BucketCounts, arrayResize(multiIf(AggregationTemporality = 1, [], empty(previous), BucketCounts, length(previous) != length(BucketCounts) OR arraySum(BucketCounts) < arraySum(previous), [], previous), length(BucketCounts))), length(ExplicitBounds) + 1)) AS counts, arraySort(groupUniqArrayArray(arrayPushBack(ExplicitBounds, inf))) AS bounds FROM (
SELECT cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) AS series, (TimeUnix) AS at, AggregationTemporality, ExplicitBounds, BucketCounts, lagInFrame(BucketCounts) OVER (PARTITION BY cityHash64(`ServiceName`, `ResourceAttributes`, `Attributes`) ORDER BY (TimeUnix) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
FROM `s_0d1f7c3e__default`.`otel_metrics_histogram`
WHERE ((TimeUnix) >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')) AND ((TimeUnix) < fromUnixTimestamp64Milli({p1:Int64}, 'UTC')) AND (MetricName = {p2:String})
)
WHERE at >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
))))
)
)
ORDER BY `value_0` DESC
LIMIT {p4:UInt64}
-- {"p0":"1777884600000","p1":"1777888800000","p2":"http.requests","p3":"1777885200000","p4":"100"}
