import type { PipeState } from '@penstock/engine';
import { isReplication, type LifeCycle } from '../worker/progress.ts';

// The effects of commands and changes on the state of a pipe (D-29). Transitions that a pipe makes by itself are in
// `worker/progress.ts`.

export type PipeCommand = 'start' | 'stop' | 'resync';

/** The result of a command (D-29): a new state, no change, or a rejection. */
export type Outcome =
  | { readonly kind: 'enter'; readonly state: PipeState }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reject'; readonly code: 'pipe_state_conflict' | 'command_not_supported' };

/** The effect of a command in a state: enter a state, stop or pause the pipe, do nothing, or be rejected. */
type Effect = 'Provisioning' | 'Resync' | 'halt' | 'nothing' | 'reject';

interface StateRules {
  /** Whether the pipe stays in this state until a command, a change or a failure. */
  readonly steady: boolean;
  readonly start: Effect;
  readonly stop: Effect;
  /** For pipes that replicate; other pipes do not support it. */
  readonly resync: Effect;
}

const PREPARING: StateRules = { steady: false, start: 'nothing', stop: 'halt', resync: 'reject' };
const WORKING: StateRules = { steady: true, start: 'nothing', stop: 'halt', resync: 'Resync' };
const HALTING: StateRules = { steady: false, start: 'Provisioning', stop: 'nothing', resync: 'reject' };
const HALTED: StateRules = { steady: true, start: 'Provisioning', stop: 'nothing', resync: 'Resync' };

/** The table of D-29. */
const STATES: Readonly<Record<PipeState, StateRules>> = {
  Provisioning: PREPARING,
  Setup: PREPARING,
  Snapshot: PREPARING,
  Modifying: PREPARING,
  Resync: PREPARING,
  Running: WORKING,
  Degraded: WORKING,
  Stopping: HALTING,
  Pausing: HALTING,
  Stopped: HALTED,
  Paused: HALTED,
  Completed: { steady: true, start: 'reject', stop: 'reject', resync: 'Resync' },
  Failed: { steady: true, start: 'Provisioning', stop: 'reject', resync: 'Resync' },
};

/** Whether the pipe stays in this state until a command, a change or a failure. */
export function isSteady(state: PipeState): boolean {
  return STATES[state].steady;
}

/** The result of a command in a state (D-29). */
export function outcomeOf(command: PipeCommand, state: PipeState, lifeCycle: LifeCycle): Outcome {
  if (command === 'resync' && !isReplication(lifeCycle)) {
    return { kind: 'reject', code: 'command_not_supported' };
  }
  const effect = STATES[state][command];
  if (effect === 'nothing') return { kind: 'nothing' };
  if (effect === 'reject') return { kind: 'reject', code: 'pipe_state_conflict' };
  if (effect === 'halt') return { kind: 'enter', state: isReplication(lifeCycle) ? 'Pausing' : 'Stopping' };
  return { kind: 'enter', state: effect };
}

/** The state of a new pipe (D-39). */
export function initialState(lifeCycle: LifeCycle, startPaused: boolean): PipeState {
  if (!startPaused) return 'Provisioning';
  return isReplication(lifeCycle) ? 'Paused' : 'Stopped';
}

/** The state of a pipe after a change: a running pipe first applies the change. */
export function stateAfterChange(state: PipeState): PipeState {
  return state === 'Running' || state === 'Degraded' ? 'Modifying' : state;
}

/** Whether a pipe that enters this state reads everything from scratch, even if it is stopped before it is done. */
export function readsFromScratch(state: PipeState): boolean {
  return state === 'Resync';
}
