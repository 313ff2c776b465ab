import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOutage, loadAt } from '../../../src/cli/sample-data/shop/plan.ts';
import { type ShopSlice, shopData } from '../../../src/cli/sample-data/shop/shop-data.ts';
import { SLICE_MS, SLICES_PER_MINUTE, sliceAt } from '../../../src/cli/sample-data/shop/slices.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = sliceAt(Date.parse('2026-05-04T00:00:00Z'));

function take(seed: number, first: number, count: number): ShopSlice[] {
  const data = shopData(seed, first);
  return Array.from({ length: count }, () => data.next().value);
}

const seeds = fc.nat(1_000);
/** Near midnight, because counters are counted from there. */
const firsts = fc.integer({ min: MIDNIGHT - 40, max: MIDNIGHT + 400 });
const counts = fc.integer({ min: 1, max: 3 * SLICES_PER_MINUTE });
const parts = fc.record({ seed: seeds, first: firsts, count: counts });

const micros = (timestamp: string) => Date.parse(timestamp) * 1000 + Number(timestamp.slice(-4, -1));

test('the same seed and time make the same rows, wherever a run begins', () => {
  fc.assert(
    fc.property(parts, ({ seed, first, count }) => {
      const rows = take(seed, first, count);
      expect(isDeepStrictEqual(take(seed, first, count), rows)).toBe(true);
      expect(isDeepStrictEqual(take(seed, first - 7, count + 7).slice(7), rows)).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test('spans have parents that contain them, and logs and sessions have spans', () => {
  fc.assert(
    fc.property(parts, ({ seed, first, count }) => {
      for (const { slice, rows } of take(seed, first, count)) {
        const spans = new Map(rows.otel_traces.map((span) => [`${span.TraceId} ${span.SpanId}`, span]));
        expect(spans.size).toBe(rows.otel_traces.length);
        for (const span of spans.values()) {
          const start = micros(span.Timestamp);
          if (span.ParentSpanId === '') {
            expect(sliceAt(start / 1000)).toBe(slice);
            continue;
          }
          const parent = spans.get(`${span.TraceId} ${span.ParentSpanId}`);
          const begin = micros(parent?.Timestamp ?? '');
          expect(start).toBeGreaterThanOrEqual(begin);
          expect(start + span.Duration / 1000).toBeLessThanOrEqual(begin + (parent?.Duration ?? 0) / 1000);
        }
        for (const log of rows.otel_logs) {
          const span = spans.get(`${log.TraceId} ${log.SpanId}`);
          expect(span?.ServiceName).toBe(log.ServiceName);
          expect(micros(log.Timestamp)).toBe(micros(span?.Timestamp ?? '') + (span?.Duration ?? 0) / 1000);
          if (log.SeverityText === 'ERROR') expect(span?.StatusCode).toBe('Error');
        }
        for (const view of rows.otel_sessions) expect(spans.has(`${view.TraceId} ${view.SpanId}`)).toBe(true);
      }
    }),
    { numRuns: 15 },
  );
});

test('counters only grow until midnight, and grow by the spans of their service', () => {
  fc.assert(
    fc.property(parts, ({ seed, first, count }) => {
      const slices = take(seed, first, count + 2 * SLICES_PER_MINUTE);
      const last = new Map<string, number>();
      let spans = 0;
      let before: number | undefined;
      for (const { slice, rows } of slices) {
        if (slice === MIDNIGHT) {
          last.clear();
          before = undefined;
        }
        spans += rows.otel_traces.filter(({ SpanKind }) => SpanKind === 'Server').length;
        let total = 0;
        for (const { ServiceName, MetricName, Attributes, Value } of rows.otel_metrics_sum) {
          const key = JSON.stringify([ServiceName, MetricName, Attributes]);
          expect(Value).toBeGreaterThanOrEqual(last.get(key) ?? 0);
          last.set(key, Value);
          if (MetricName === 'http.server.requests') total += Value;
        }
        if (rows.otel_metrics_sum.length === 0) continue;
        if (before !== undefined) expect(total - before).toBe(spans);
        before = total;
        spans = 0;
      }
    }),
    { numRuns: 10 },
  );
});

test('histograms count the spans of their minute', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 0, max: 5 }), (seed, minute) => {
      const slices = take(seed, MIDNIGHT + minute * SLICES_PER_MINUTE, SLICES_PER_MINUTE);
      const servers = slices.flatMap(({ rows }) =>
        rows.otel_traces.filter(({ SpanKind }) => SpanKind === 'Server'),
      );
      const histograms = slices.at(-1)?.rows.otel_metrics_histogram ?? [];
      expect(histograms.length).toBeGreaterThan(0);
      for (const { ServiceName, Count, BucketCounts, ExplicitBounds } of histograms) {
        expect(Count).toBe(servers.filter((span) => span.ServiceName === ServiceName).length);
        expect(BucketCounts.reduce((sum, one) => sum + one, 0)).toBe(Count);
        expect(BucketCounts.length).toBe(ExplicitBounds.length + 1);
      }
    }),
    { numRuns: 10 },
  );
});

test('each hour has one outage of 8 minutes, in which most checkouts fail', () => {
  fc.assert(
    fc.property(seeds, fc.nat(500_000), (seed, hour) => {
      const minutes = Array.from({ length: 60 }, (_, minute) => hour * 3_600_000 + minute * 60_000);
      expect(minutes.filter((ms) => isOutage(seed, ms)).length).toBe(8);
    }),
  );
  const first = sliceAt(Date.parse('2026-05-04T20:00:00Z'));
  const slices = take(1, first, 60 * SLICES_PER_MINUTE);
  const ratioOf = (isWanted: (ms: number) => boolean) => {
    const checkouts = slices
      .filter(({ slice }) => isWanted(slice * SLICE_MS))
      .flatMap(({ rows }) => rows.otel_traces.filter(({ SpanName }) => SpanName === 'checkout/SubmitOrder'));
    return checkouts.filter(({ StatusCode }) => StatusCode === 'Error').length / checkouts.length;
  };
  expect(ratioOf((ms) => isOutage(1, ms))).toBeGreaterThan(0.4);
  expect(ratioOf((ms) => !isOutage(1, ms))).toBeLessThan(0.05);
});

test('the load follows the day', () => {
  const at = (hour: number) => loadAt(Date.parse('2026-05-04T00:00:00Z') + (hour / 24) * DAY_MS);
  expect(at(4)).toBeLessThan(at(12.5));
  expect(at(12.5)).toBeLessThan(at(20));
});
