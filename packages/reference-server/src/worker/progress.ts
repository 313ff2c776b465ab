import type { PostgresReplicationModeName } from '@penstock/contract';
import { kindOf, type PipeDefinition, type PipeState } from '@penstock/engine';

// The transitions that a pipe makes by itself (D-28, D-29). The effects of commands are in `pipes/life-cycle.ts`.

/** The mode of a pipe: continuous, once, or one of the three replication modes of Postgres. */
export type LifeCycle = 'continuous' | 'one-shot' | 'cdc' | 'cdc_only' | 'snapshot';

export function lifeCycleOf(definition: PipeDefinition): LifeCycle {
  const { source } = definition;
  if (kindOf(source) === 'postgres') {
    // Requests are validated against the closed set before anything is stored.
    return (source.postgres?.settings.replicationMode ?? 'cdc') as PostgresReplicationModeName;
  }
  return source.objectStorage?.isContinuous === false ? 'one-shot' : 'continuous';
}

/**
 * The state that follows by itself when the work of this one is done; undefined if the pipe stays.
 *
 * `initialized`: the pipe was set up before with all its tables, so a start does not read them again.
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
      return isReplication(lifeCycle) && !initialized ? 'Setup' : 'Running';
    case 'Stopping':
      return 'Stopped';
    case 'Pausing':
      return 'Paused';
    default:
      return undefined;
  }
}

/** The state in which the pipe stays if nothing goes wrong ("settles at" in D-29). */
export function settledState(state: PipeState, lifeCycle: LifeCycle, initialized: boolean): PipeState {
  const next = nextState(state, lifeCycle, initialized);
  return next === undefined ? state : settledState(next, lifeCycle, initialized);
}

/** The states in which the data of a pipe moves, or would move if nothing failed. */
export const MOVING_STATES: readonly PipeState[] = ['Running', 'Degraded'];

/** Whether a pipe that reaches this state has completed its creation. */
export function completesInitialization(state: PipeState): boolean {
  return state === 'Running' || state === 'Completed';
}

export function isReplication(lifeCycle: LifeCycle): boolean {
  return lifeCycle === 'cdc' || lifeCycle === 'cdc_only' || lifeCycle === 'snapshot';
}

function endOf(lifeCycle: LifeCycle): PipeState {
  return lifeCycle === 'snapshot' ? 'Completed' : 'Running';
}
