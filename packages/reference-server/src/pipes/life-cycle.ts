import type { PostgresReplicationModeName } from '@penstock/contract';
import { kindOf, type PipeDefinition } from './pipe.ts';

/** The states of a pipe (D-28). */
export type PipeState =
  | 'Provisioning'
  | 'Setup'
  | 'Snapshot'
  | 'Running'
  | 'Degraded'
  | 'Stopping'
  | 'Stopped'
  | 'Pausing'
  | 'Paused'
  | 'Modifying'
  | 'Resync'
  | 'Completed'
  | 'Failed';

export type PipeCommand = 'start' | 'stop' | 'resync';

/** How a pipe lives: for ever, once, or as one of the three replication modes of Postgres. */
export type LifeCycle = 'continuous' | 'one-shot' | 'cdc' | 'cdc_only' | 'snapshot';

/** What a command leads to (D-29): a new state, nothing at all, or a refusal. */
export type Outcome =
  | { readonly kind: 'enter'; readonly state: PipeState }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refuse'; readonly code: 'pipe_state_conflict' | 'command_not_supported' };

/** What a command does in a state: enter a state, bring the pipe to rest, nothing, or be refused. */
type Effect = 'Provisioning' | 'Resync' | 'rest' | 'nothing' | 'refuse';

interface StateRules {
  /** Whether the pipe stays in this state until somebody does something. */
  readonly steady: boolean;
  readonly start: Effect;
  readonly stop: Effect;
  /** For pipes that replicate; all others refuse it as not supported. */
  readonly resync: Effect;
}

const ON_ITS_WAY: StateRules = { steady: false, start: 'nothing', stop: 'rest', resync: 'refuse' };
const AT_WORK: StateRules = { steady: true, start: 'nothing', stop: 'rest', resync: 'Resync' };
const COMING_TO_REST: StateRules = {
  steady: false,
  start: 'Provisioning',
  stop: 'nothing',
  resync: 'refuse',
};
const AT_REST: StateRules = { steady: true, start: 'Provisioning', stop: 'nothing', resync: 'Resync' };

/** The table of D-29. */
const STATES: Readonly<Record<PipeState, StateRules>> = {
  Provisioning: ON_ITS_WAY,
  Setup: ON_ITS_WAY,
  Snapshot: ON_ITS_WAY,
  Modifying: ON_ITS_WAY,
  Resync: ON_ITS_WAY,
  Running: AT_WORK,
  Degraded: AT_WORK,
  Stopping: COMING_TO_REST,
  Pausing: COMING_TO_REST,
  Stopped: AT_REST,
  Paused: AT_REST,
  Completed: { steady: true, start: 'refuse', stop: 'refuse', resync: 'Resync' },
  Failed: { steady: true, start: 'Provisioning', stop: 'refuse', resync: 'Resync' },
};

/** Whether the pipe stays in this state until somebody does something. */
export function isSteady(state: PipeState): boolean {
  return STATES[state].steady;
}

export function lifeCycleOf(definition: PipeDefinition): LifeCycle {
  const { source } = definition;
  if (kindOf(source) === 'postgres') {
    // What is stored came in through the closed set of a request.
    return (source.postgres?.settings.replicationMode ?? 'cdc') as PostgresReplicationModeName;
  }
  return source.objectStorage?.isContinuous === false ? 'one-shot' : 'continuous';
}

/** What a command leads to in a state (D-29). */
export function outcomeOf(command: PipeCommand, state: PipeState, lifeCycle: LifeCycle): Outcome {
  if (command === 'resync' && !isReplication(lifeCycle)) {
    return { kind: 'refuse', code: 'command_not_supported' };
  }
  const effect = STATES[state][command];
  if (effect === 'nothing') return { kind: 'nothing' };
  if (effect === 'refuse') return { kind: 'refuse', code: 'pipe_state_conflict' };
  if (effect === 'rest') return { kind: 'enter', state: isReplication(lifeCycle) ? 'Pausing' : 'Stopping' };
  return { kind: 'enter', state: effect };
}

/** The state that a changed pipe shows: one that runs has to take the change in first. */
export function stateAfterChange(state: PipeState): PipeState {
  return state === 'Running' || state === 'Degraded' ? 'Modifying' : state;
}

/**
 * The state that follows by itself once the work of this one is done, or undefined where a pipe stays.
 *
 * `initialized` says that the pipe was set up before, so that a start does not read everything anew.
 */
export function nextState(
  state: PipeState,
  lifeCycle: LifeCycle,
  initialized: boolean,
): PipeState | undefined {
  switch (state) {
    case 'Provisioning':
      return isReplication(lifeCycle) && !initialized ? 'Setup' : endOf(lifeCycle);
    case 'Setup':
      return lifeCycle === 'cdc_only' ? 'Running' : 'Snapshot';
    case 'Snapshot':
    case 'Resync':
      return endOf(lifeCycle);
    case 'Running':
      return lifeCycle === 'one-shot' ? 'Completed' : undefined;
    case 'Modifying':
      return 'Running';
    case 'Stopping':
      return 'Stopped';
    case 'Pausing':
      return 'Paused';
    default:
      return undefined;
  }
}

/** Where a pipe settles that nothing keeps from it ("settles at" in D-29): what its owner wants of it. */
export function settledState(state: PipeState, lifeCycle: LifeCycle, initialized: boolean): PipeState {
  const next = nextState(state, lifeCycle, initialized);
  return next === undefined ? state : settledState(next, lifeCycle, initialized);
}

/** Whether a pipe that enters this state has everything to read anew, even if it is stopped before it has. */
export function beginsAnew(state: PipeState): boolean {
  return state === 'Resync';
}

/** Whether a pipe that arrives in this state has walked its creation path to the end. */
export function completesInitialization(state: PipeState): boolean {
  return state === 'Running' || state === 'Completed';
}

function endOf(lifeCycle: LifeCycle): PipeState {
  return lifeCycle === 'snapshot' ? 'Completed' : 'Running';
}

function isReplication(lifeCycle: LifeCycle): boolean {
  return lifeCycle === 'cdc' || lifeCycle === 'cdc_only' || lifeCycle === 'snapshot';
}
