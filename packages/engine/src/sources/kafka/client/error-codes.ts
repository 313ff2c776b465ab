import type { PipeFailureCode } from '@penstock/contract';
import { protocolErrors, protocolErrorsCodesById } from '@platformatic/kafka';
import { PipeError } from '../../../pipe-runtime.ts';

/** Errors of the protocol with another code than `source_unreachable`. */
const FAILURES: Readonly<Record<string, PipeFailureCode>> = {
  CLUSTER_AUTHORIZATION_FAILED: 'authentication_failed',
  GROUP_AUTHORIZATION_FAILED: 'authentication_failed',
  INVALID_TOPIC_EXCEPTION: 'source_not_found',
  SASL_AUTHENTICATION_FAILED: 'authentication_failed',
  TOPIC_AUTHORIZATION_FAILED: 'authentication_failed',
  UNKNOWN_TOPIC_OR_PARTITION: 'source_not_found',
};

/** Errors after which the metadata has another broker for the partition. */
export const MOVED: ReadonlySet<number> = new Set([
  3, // UNKNOWN_TOPIC_OR_PARTITION: a deleted topic, which the metadata reports
  5, // LEADER_NOT_AVAILABLE
  6, // NOT_LEADER_OR_FOLLOWER
  9, // REPLICA_NOT_AVAILABLE
  56, // KAFKA_STORAGE_ERROR
  74, // FENCED_LEADER_EPOCH
  75, // UNKNOWN_LEADER_EPOCH
  78, // OFFSET_NOT_AVAILABLE
]);

/** @throws PipeError if a broker responded with an error */
export function requireSuccess(code: number, action: string): void {
  if (code === 0) return;
  const id = protocolErrorsCodesById[code] ?? `error ${code}`;
  throw protocolFailure(id, action);
}

function protocolFailure(id: string, action: string): PipeError {
  const detail = protocolErrors[id]?.message ?? 'This error is not known.';
  return new PipeError(
    FAILURES[id] ?? 'source_unreachable',
    `The broker rejected the request to ${action} (${id}). ${detail}`,
  );
}
