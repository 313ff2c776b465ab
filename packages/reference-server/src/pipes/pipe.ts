import type {
  Pipe,
  PipeCreate,
  PipeScalingUpdate,
  PipeSchemaDiscovery,
  PipeSettingsCreate,
  PipeUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { PipeRuntime, PipeState } from '@penstock/engine';
import type { PipeRecord } from '../worker/stored-pipe.ts';

/** A pipe in responses, without credentials. */
export type PipeView = Readable<Pipe>;
export type PipeCreateBody = Writable<PipeCreate>;
export type PipeUpdateBody = Writable<PipeUpdate>;
export type PipeScalingBody = Writable<PipeScalingUpdate>;
export type DiscoverySource = Writable<PipeSchemaDiscovery>['source'];
export type PipeSettingsBody = Writable<PipeSettingsCreate>;

/** The steady states that have a reason (D-70). */
const WITHOUT_FAILURE: readonly PipeState[] = ['Running', 'Completed'];

/** Returns the pipe as the contract defines it. */
export function viewOf(
  pipe: PipeRecord,
  { deliveryGuarantee }: Pick<PipeRuntime, 'deliveryGuarantee'>,
): PipeView {
  return {
    id: pipe.id,
    serviceId: pipe.serviceId,
    state: pipe.state,
    ...(pipe.failure !== null && mayHaveFailure(pipe.state) ? { failure: pipe.failure } : {}),
    ...pipe.definition,
    deliveryGuarantee: pipe.deliveryGuarantee ?? deliveryGuarantee(pipe.definition),
    createdAt: pipe.createdAt,
    updatedAt: pipe.updatedAt,
  };
}

/** In a transient state it is that of the last attempt, and at rest a warning. */
function mayHaveFailure(state: PipeState): boolean {
  return !WITHOUT_FAILURE.includes(state);
}
