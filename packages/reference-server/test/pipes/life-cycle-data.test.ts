import { readFileSync } from 'node:fs';
import type { PipeState } from '@penstock/engine';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  initialState,
  isSteady,
  outcomeOf,
  type PipeCommand,
  stateAfterChange,
} from '../../src/pipes/life-cycle.ts';
import { type LifeCycle, nextState } from '../../src/worker/progress.ts';

interface Data {
  readonly creation: { readonly enters: PipeState; readonly startPaused: 'rested' };
  readonly states: Readonly<Record<PipeState, { readonly steady: boolean }>>;
  readonly lifeCycles: Readonly<
    Record<
      LifeCycle,
      {
        readonly replicates?: boolean;
        readonly ways: readonly {
          readonly from: PipeState;
          readonly to: PipeState;
          readonly cause?: 'initialized' | 'change';
        }[];
      }
    >
  >;
  readonly commands: Readonly<
    Record<
      PipeCommand,
      {
        readonly enters: PipeState | 'rest';
        readonly from: readonly PipeState[];
        readonly changesNothing: readonly PipeState[];
        readonly rejectedWith: string;
        readonly onlyReplicating?: boolean;
        readonly otherwise?: string;
      }
    >
  >;
}

// The life cycle as the contract publishes it.
const source = new URL('../../../../openapi/description/pipe-life-cycle.yaml', import.meta.url);
const data = parse(readFileSync(source, 'utf8')) as Data;
const states = Object.keys(data.states) as PipeState[];
const lifeCycles = Object.entries(data.lifeCycles) as [LifeCycle, Data['lifeCycles'][LifeCycle]][];

test.each(states)('%s is as steady as in the contract', (state) => {
  expect(isSteady(state)).toBe(data.states[state].steady);
});

describe.each(lifeCycles)('a pipe that lives %s', (lifeCycle, { replicates = false, ways }) => {
  test('begins as in the contract', () => {
    const { enters, startPaused } = data.creation;
    expect(initialState(lifeCycle, false)).toBe(enters);
    expect([initialState(lifeCycle, true), startPaused]).toEqual([
      replicates ? 'Paused' : 'Stopped',
      'rested',
    ]);
  });

  test.each(ways)('goes from $from to $to ($cause)', ({ from, to, cause }) => {
    if (cause === 'change') expect(stateAfterChange(from)).toBe(to);
    else expect(nextState(from, lifeCycle, cause === 'initialized')).toBe(to);
  });

  test('goes no other way by itself, from any state that it can be in', () => {
    const published = new Set(ways.map(({ from, to }) => `${from} ${to}`));
    const inReach = new Set(['Provisioning', ...ways.flatMap(({ from, to }) => [from, to])]);
    for (const state of states.filter((each) => inReach.has(each))) {
      for (const initialized of [false, true]) {
        const next = nextState(state, lifeCycle, initialized);
        if (next !== undefined) expect(published).toContain(`${state} ${next}`);
      }
    }
  });

  test.each(Object.entries(data.commands))('handles %s as in the contract', (command, rules) => {
    const { enters, from, changesNothing, rejectedWith, onlyReplicating = false, otherwise } = rules;
    const entered = enters === 'rest' ? (replicates ? 'Pausing' : 'Stopping') : enters;
    for (const state of states) {
      const outcome = outcomeOf(command as PipeCommand, state, lifeCycle);
      if (onlyReplicating && !replicates) expect(outcome).toEqual({ kind: 'reject', code: otherwise });
      else if (from.includes(state)) expect(outcome).toEqual({ kind: 'enter', state: entered });
      else if (changesNothing.includes(state)) expect(outcome).toEqual({ kind: 'nothing' });
      else expect(outcome).toEqual({ kind: 'reject', code: rejectedWith });
    }
  });
});
