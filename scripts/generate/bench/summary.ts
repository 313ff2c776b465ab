import { median } from '@penstock/bench/median';
import type { Measurements, Run, Step } from './measurements.ts';

/** Medians of both sides and of their steps, and how many times as long the command lines take. */
export function summarize({ pipeline, commandLines }: Measurements) {
  const ours = Math.round(median(pipeline.map(({ total }) => total)));
  const theirs = Math.round(median(commandLines.map(({ total }) => total)));
  return {
    pipeline: { total: ours, steps: stepMedians(pipeline) },
    commandLines: { total: theirs, steps: stepMedians(commandLines) },
    ratio: Math.round((theirs / ours) * 10) / 10,
  };
}

function stepMedians(runs: Run[]): Step[] {
  const names = runs[0]?.steps.map(({ name }) => name) ?? [];
  return names.map((name, index) => ({
    name,
    ms: Math.round(median(runs.map(({ steps }) => steps[index]?.ms ?? 0))),
  }));
}
