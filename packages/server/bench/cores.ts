import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Which core the servers get and which one the load gets. */
export interface Cores {
  readonly server: number;
  readonly load: number;
}

/** Two cores to pin to, or undefined where that cannot be done: one core, or no `taskset`. */
export function coresToPin(): Cores | undefined {
  if (availableParallelism() < 2) return undefined;
  if (spawnSync('taskset', ['--version']).status !== 0) return undefined;
  return { server: 0, load: 1 };
}

/** Keeps this process, with all of its threads, on a core. */
export function pinThisProcess(core: number): void {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)]);
}

/** A command that runs another one on a core. */
export function pinned(core: number | undefined, command: string[]): [string, ...string[]] {
  if (core === undefined) return command as [string, ...string[]];
  return ['taskset', '--cpu-list', String(core), ...command];
}
