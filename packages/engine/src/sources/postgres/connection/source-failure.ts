import type { PipeFailureCode } from '@penstock/contract';
import { PipeError } from '../../../pipe-runtime.ts';
import { EngineError, EngineUnavailableError } from '../../../port/engine-error.ts';
import { LeaseLostError } from '../../../writer/ledger.ts';
import { UNTRUSTED } from '../../addresses/untrusted-certificate.ts';
import type { PostgresSource } from '../tables/mapped-columns.ts';
import { describeDatabase } from './postgres-access.ts';

type Explanation = readonly [PipeFailureCode, string];

/** What the server reports by its codes. */
const BY_CODE: Readonly<Record<string, Explanation>> = {
  '28P01': ['authentication_failed', 'it rejected the user name or the password'],
  '28000': ['authentication_failed', 'it does not accept this user from the address of Penstock'],
  '3D000': ['source_not_found', 'it does not exist'],
  '53300': ['source_unreachable', 'it has no free connection. Raise max_connections, or use fewer readers'],
  '57P01': ['source_unreachable', 'it ended the connection'],
  '57P02': ['source_unreachable', 'it is restarting'],
  '57P03': ['source_unreachable', 'it is starting'],
};

/** An error of the database of a pipe as the failure of its source; all other errors as they are. */
export function sourceFailure(error: unknown, source: PostgresSource): unknown {
  const isOwn = (cause: unknown) =>
    cause instanceof PipeError ||
    cause instanceof LeaseLostError ||
    cause instanceof EngineError ||
    cause instanceof EngineUnavailableError;
  const causes = causesOf(error);
  const own = causes.find(isOwn);
  if (own !== undefined) return own;
  const explanation = explain(causes);
  if (explanation === undefined) return error;
  const [code, reason] = explanation;
  return new PipeError(code, `The database ${describeDatabase(source)} cannot be read: ${reason}.`, {
    cause: error,
  });
}

function explain(causes: readonly Error[]): Explanation | undefined {
  const codes = causes.map((cause) => String((cause as NodeJS.ErrnoException).code));
  const messages = causes.map(({ message }) => message).join(' ');
  const known = codes.map((code) => BY_CODE[code]).find((explanation) => explanation !== undefined);
  if (known !== undefined) return known;
  const untrusted = codes.find((code) => UNTRUSTED.has(code));
  if (untrusted !== undefined)
    return [
      'source_unreachable',
      `its certificate is not trusted (${untrusted}). Set caCertificate to the authority that issued it`,
    ];
  if (messages.includes('does not support SSL'))
    return ['source_unreachable', 'it does not offer TLS. Enable TLS in the database, or set disableTls'];
  if (codes.includes('42501'))
    return ['authentication_failed', `the user of the pipe may not do that (${lastOf(causes)})`];
  const isSystem = codes.some((code) => /^E[A-Z_]+$/.test(code));
  const isConnection = /timeout|terminated|closed|Connection ended|ended the stream/i.test(messages);
  if (isSystem || isConnection) return ['source_unreachable', lastOf(causes)];
  const isServer = codes.some((code) => /^[0-9A-Z]{5}$/.test(code));
  return isServer ? ['source_unreachable', lastOf(causes)] : undefined;
}

/** The error itself, and the errors that caused it. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(causesOf), ...causesOf(error.cause)];
}

function lastOf(causes: readonly Error[]): string {
  return (causes.at(-1)?.message ?? 'unknown reason').replace(/\.$/, '');
}
