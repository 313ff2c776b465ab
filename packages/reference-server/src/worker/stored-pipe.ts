import type { PipeDeliveryGuarantee } from '@penstock/contract';
import type { PipeDefinition, PipeFailure, PipePlan, PipeSecrets, PipeState } from '@penstock/engine';
import { columnText, fromColumnText } from '../storage/column-text.ts';
import type { Vault } from '../storage/encryption.ts';
import type { ChangeEvent } from '../storage/outbox.ts';
import type { NewPipeRow, PipeRow } from '../storage/schema.ts';
import { sealedLocation } from '../storage/sealed-columns.ts';

/** A stored pipe without its secrets: enough for a response. */
export interface PipeRecord {
  readonly id: string;
  readonly serviceId: string;
  readonly definition: PipeDefinition;
  /** The state in responses: the result of the last command, and after that what the worker observed. */
  readonly state: PipeState;
  /** The state in which the pipe is to stay. Requests change it, the reconciler does not. */
  readonly desiredState: PipeState;
  /** The state that the runtime reached last, if any. Only the reconciler changes it. */
  readonly observedState: PipeState | null;
  /** Whether the creation was completed. */
  readonly initialized: boolean;
  /** Increases when a change makes the work in progress obsolete. */
  readonly generation: number;
  /** The reason of the states `Failed` and `Degraded`, or of the last failed attempt. */
  readonly failure: PipeFailure | null;
  /** How often a row may arrive (D-71); null until the runtime has looked at the table. */
  readonly deliveryGuarantee: PipeDeliveryGuarantee | null;
  /** Increases with every change; the ETag (D-11). */
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A pipe with its secrets: what a change and the worker need. */
export interface PipeWithSecrets extends PipeRecord, PipePlan {}

/** The desired state of a deleted pipe, whose row stays until the runtime has released it. */
export const DELETED = 'Deleted';

/** The outbox event of a change of a pipe. */
export function pipeEvent(kind: ChangeEvent['kind'], pipe: Omit<PipeRecord, 'definition'>): ChangeEvent {
  const { id, serviceId, state, desiredState, version } = pipe;
  return { kind, tenantId: serviceId, subject: id, payload: { version, state, desiredState } };
}

/** The row of a pipe, its secrets encrypted. */
export function rowOf(pipe: PipeWithSecrets, vault: Vault): NewPipeRow {
  const { name, ...definition } = pipe.definition;
  const key = { service_id: pipe.serviceId, id: pipe.id };
  const hasSecrets = Object.keys(pipe.secrets).length > 0;
  return {
    ...key,
    name: columnText(name),
    state: pipe.state,
    desired_state: pipe.desiredState,
    observed_state: pipe.observedState,
    initialized: Number(pipe.initialized),
    generation: pipe.generation,
    failure: failureText(pipe.failure),
    delivery_guarantee: pipe.deliveryGuarantee,
    definition: JSON.stringify(definition),
    secrets: hasSecrets ? vault.seal(pipe.secrets, sealedLocation('pipes', key)) : null,
    version: pipe.version,
    created_at: pipe.createdAt,
    updated_at: pipe.updatedAt,
  };
}

/** A failure as its column has it. */
export function failureText(failure: PipeFailure | null): string | null {
  return failure === null ? null : JSON.stringify(failure);
}

/** The pipe of a row, its secrets decrypted. */
export function pipeWithSecrets(row: PipeRow, vault: Vault): PipeWithSecrets {
  const secrets = row.secrets === null ? {} : vault.open(row.secrets, sealedLocation('pipes', row));
  return { ...pipeOf(row), secrets: secrets as PipeSecrets };
}

/** The columns of {@link pipeOf}. */
export const RECORD_COLUMNS = [
  ...(['id', 'service_id', 'name', 'definition', 'state', 'desired_state', 'observed_state'] as const),
  ...(['initialized', 'generation', 'failure', 'delivery_guarantee', 'version'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;

/** The pipe of a row, without its secrets. */
export function pipeOf(row: Pick<PipeRow, (typeof RECORD_COLUMNS)[number]>): PipeRecord {
  return {
    id: row.id,
    serviceId: row.service_id,
    definition: { name: fromColumnText(row.name), ...JSON.parse(row.definition) } as PipeDefinition,
    state: row.state as PipeState,
    desiredState: row.desired_state as PipeState,
    observedState: row.observed_state as PipeState | null,
    initialized: row.initialized === 1,
    generation: row.generation,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as PipeFailure),
    deliveryGuarantee: row.delivery_guarantee as PipeDeliveryGuarantee | null,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
