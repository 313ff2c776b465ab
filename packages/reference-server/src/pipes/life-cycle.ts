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

const STEADY: ReadonlySet<PipeState> = new Set([
  'Running',
  'Degraded',
  'Stopped',
  'Paused',
  'Completed',
  'Failed',
]);
const AT_REST: ReadonlySet<PipeState> = new Set(['Stopping', 'Stopped', 'Pausing', 'Paused']);
const NOTHING: Outcome = { kind: 'nothing' };
const REFUSED: Outcome = { kind: 'refuse', code: 'pipe_state_conflict' };

/** Whether the pipe stays in this state until somebody does something. */
export function isSteady(state: PipeState): boolean {
  return STEADY.has(state);
}

export function lifeCycleOf(definition: PipeDefinition): LifeCycle {
  const { source } = definition;
  if (kindOf(source) === 'postgres') {
    // What is stored came in through the closed set of a request.
    return (source.postgres?.settings.replicationMode ?? 'cdc') as PostgresReplicationModeName;
  }
  return source.objectStorage?.isContinuous === false ? 'one-shot' : 'continuous';
}

/** The table of D-29. */
export function outcomeOf(command: PipeCommand, state: PipeState, lifeCycle: LifeCycle): Outcome {
  if (command === 'start') return outcomeOfStart(state);
  if (command === 'stop') return outcomeOfStop(state, lifeCycle);
  return outcomeOfResync(state, lifeCycle);
}

function outcomeOfStart(state: PipeState): Outcome {
  if (state === 'Completed') return REFUSED;
  if (state === 'Failed' || AT_REST.has(state)) return { kind: 'enter', state: 'Provisioning' };
  return NOTHING;
}

function outcomeOfStop(state: PipeState, lifeCycle: LifeCycle): Outcome {
  if (state === 'Completed' || state === 'Failed') return REFUSED;
  if (AT_REST.has(state)) return NOTHING;
  return { kind: 'enter', state: isReplication(lifeCycle) ? 'Pausing' : 'Stopping' };
}

function outcomeOfResync(state: PipeState, lifeCycle: LifeCycle): Outcome {
  if (!isReplication(lifeCycle)) return { kind: 'refuse', code: 'command_not_supported' };
  return isSteady(state) ? { kind: 'enter', state: 'Resync' } : REFUSED;
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

/** Whether the runtime has work to do for a pipe as it is. */
export function hasWork(pipe: {
  state: PipeState;
  definition: PipeDefinition;
  initialized: boolean;
}): boolean {
  return nextState(pipe.state, lifeCycleOf(pipe.definition), pipe.initialized) !== undefined;
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
