import type { Measurements, Run, Step } from './generation-benchmark.ts';

/** Medians of both sides and of their steps, and how many times as long the command lines take. */
export function summarize({ pipeline, commandLines }: Measurements) {
  const ours = median(pipeline.map(({ total }) => total));
  const theirs = median(commandLines.map(({ total }) => total));
  return {
    pipeline: { total: ours, steps: stepMedians(pipeline) },
    commandLines: { total: theirs, steps: stepMedians(commandLines) },
    ratio: Math.round((theirs / ours) * 10) / 10,
  };
}

function stepMedians(runs: Run[]): Step[] {
  const names = runs[0]?.steps.map(({ name }) => name) ?? [];
  return names.map((name, index) => ({ name, ms: median(runs.map(({ steps }) => steps[index]?.ms ?? 0)) }));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return Math.round((lower + upper) / 2);
}
