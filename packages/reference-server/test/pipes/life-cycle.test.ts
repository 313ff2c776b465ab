import type { PipeState } from '@penstock/engine';
import { describe, expect, test } from 'vitest';
import { isSteady, outcomeOf, type PipeCommand } from '../../src/pipes/life-cycle.ts';
import { type LifeCycle, nextState, settledState } from '../../src/worker/progress.ts';

const STATES: PipeState[] = [
  'Provisioning',
  'Setup',
  'Snapshot',
  'Running',
  'Degraded',
  'Stopping',
  'Stopped',
  'Pausing',
  'Paused',
  'Modifying',
  'Resync',
  'Completed',
  'Failed',
];
const STREAMING: LifeCycle[] = ['continuous', 'one-shot'];
const REPLICATION: LifeCycle[] = ['cdc', 'cdc_only', 'snapshot'];

/** D-29, row by row: the state in the response, `-` for nothing, or the code of the rejection. */
const COMMANDS: Record<PipeCommand, (state: PipeState, replicates: boolean) => string> = {
  start: (state) => {
    if (state === 'Completed') return 'pipe_state_conflict';
    return ['Stopped', 'Paused', 'Failed', 'Stopping', 'Pausing'].includes(state) ? 'Provisioning' : '-';
  },
  stop: (state, replicates) => {
    if (['Completed', 'Failed'].includes(state)) return 'pipe_state_conflict';
    if (['Stopping', 'Stopped', 'Pausing', 'Paused'].includes(state)) return '-';
    return replicates ? 'Pausing' : 'Stopping';
  },
  resync: (state, replicates) => {
    if (!replicates) return 'command_not_supported';
    const steady = ['Running', 'Degraded', 'Stopped', 'Paused', 'Completed', 'Failed'];
    return steady.includes(state) ? 'Resync' : 'pipe_state_conflict';
  },
};

describe.each(['start', 'stop', 'resync'] as const)('%s', (command) => {
  test.each(STATES)('in the state %s', (state) => {
    for (const lifeCycle of [...STREAMING, ...REPLICATION]) {
      const outcome = outcomeOf(command, state, lifeCycle);
      const returned =
        outcome.kind === 'enter' ? outcome.state : outcome.kind === 'reject' ? outcome.code : '-';
      expect(returned, lifeCycle).toBe(COMMANDS[command](state, REPLICATION.includes(lifeCycle)));
    }
  });
});

describe('where a pipe goes by itself', () => {
  test.each<[LifeCycle, PipeState[]]>([
    ['continuous', ['Provisioning', 'Running']],
    ['one-shot', ['Provisioning', 'Running', 'Completed']],
    ['cdc', ['Provisioning', 'Setup', 'Snapshot', 'Running']],
    ['cdc_only', ['Provisioning', 'Setup', 'Running']],
    ['snapshot', ['Provisioning', 'Setup', 'Snapshot', 'Completed']],
  ])('%s after its creation: %j', (lifeCycle, path) => {
    expect(walk('Provisioning', lifeCycle, false)).toEqual(path);
  });

  test.each<[LifeCycle, PipeState[]]>([
    ['continuous', ['Provisioning', 'Running']],
    ['cdc', ['Provisioning', 'Running']],
    ['cdc_only', ['Provisioning', 'Running']],
  ])('%s after a later start reads nothing again: %j', (lifeCycle, path) => {
    expect(walk('Provisioning', lifeCycle, true)).toEqual(path);
  });

  test.each<[PipeState, LifeCycle, PipeState]>([
    ['Stopping', 'continuous', 'Stopped'],
    ['Pausing', 'cdc', 'Paused'],
    ['Modifying', 'cdc', 'Running'],
    ['Resync', 'cdc', 'Running'],
    ['Resync', 'snapshot', 'Completed'],
  ])('%s (%s) leads to %s', (state, lifeCycle, settled) => {
    expect(walk(state, lifeCycle, true).at(-1)).toBe(settled);
  });

  test('every transient state is left, and every walk ends in a steady state', () => {
    for (const lifeCycle of [...STREAMING, ...REPLICATION]) {
      for (const state of STATES) {
        for (const initialized of [true, false]) {
          const end = walk(state, lifeCycle, initialized).at(-1) as PipeState;
          expect(isSteady(end), `${state} of ${lifeCycle} ends in ${end}`).toBe(true);
        }
      }
    }
  });
});

describe('what the owner of a pipe wants of it', () => {
  test('is where it would settle, from every state', () => {
    for (const lifeCycle of [...STREAMING, ...REPLICATION]) {
      for (const state of STATES) {
        for (const initialized of [true, false])
          expect(settledState(state, lifeCycle, initialized)).toBe(
            walk(state, lifeCycle, initialized).at(-1),
          );
      }
    }
  });

  test.each<[PipeCommand, PipeState, LifeCycle, PipeState]>([
    ['start', 'Stopped', 'continuous', 'Running'],
    ['start', 'Failed', 'one-shot', 'Completed'],
    ['start', 'Paused', 'snapshot', 'Completed'],
    ['stop', 'Running', 'continuous', 'Stopped'],
    ['stop', 'Snapshot', 'cdc', 'Paused'],
    ['resync', 'Completed', 'snapshot', 'Completed'],
    ['resync', 'Running', 'cdc', 'Running'],
  ])('%s in %s (%s) settles at %s', (command, state, lifeCycle, settled) => {
    const outcome = outcomeOf(command, state, lifeCycle);
    if (outcome.kind !== 'enter') throw new Error(`${command} led nowhere.`);
    expect(settledState(outcome.state, lifeCycle, false)).toBe(settled);
  });
});

function walk(from: PipeState, lifeCycle: LifeCycle, initialized: boolean): PipeState[] {
  const path = [from];
  for (
    let next = nextState(from, lifeCycle, initialized);
    next !== undefined;
    next = nextState(next, lifeCycle, initialized)
  ) {
    path.push(next);
    if (path.length > STATES.length) throw new Error(`${lifeCycle} walks in a circle: ${path.join(', ')}`);
  }
  return path;
}
