import { median } from '@penstock/bench/median';
import type { Measurements, Run, Step } from './measurements.ts';

/** Medians of both sides and of their steps, and the share of the command lines' time that the pipeline takes. */
export function summarize({ pipeline, commandLines }: Measurements) {
  const ours = side(pipeline);
  const theirs = side(commandLines);
  return {
    pipeline: ours,
    commandLines: theirs,
    share: { total: share(ours.total, theirs.total), cpu: share(ours.cpu, theirs.cpu) },
  };
}

function side(runs: Run[]) {
  return {
    total: Math.round(median(runs.map(({ total }) => total))),
    cpu: Math.round(median(runs.map(({ cpu }) => cpu))),
    steps: stepMedians(runs),
  };
}

function share(ours: number, theirs: number): number {
  return Math.round((ours / theirs) * 100) / 100;
}

function stepMedians(runs: Run[]): Step[] {
  const names = runs[0]?.steps.map(({ name }) => name) ?? [];
  return names.map((name, index) => ({
    name,
    ms: Math.round(median(runs.map(({ steps }) => steps[index]?.ms ?? 0))),
  }));
}
