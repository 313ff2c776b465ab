import { secretNames } from '@penstock/contract';
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Configuration } from '../configuration.ts';

/** No log line of ours is nested deeper. */
const DEPTH = 4;

/**
 * Logs to stderr, so that stdout stays for what a person asked for: JSON for machines, plain lines on a terminal.
 *
 * Nothing of ours hands a body or a header to the log. The redaction is a second fence: what the contract calls a secret
 * is hidden wherever it turns up (D-22, D-51).
 */
export function createLogger(
  level: Configuration['logLevel'],
  destination: DestinationStream = process.stderr.isTTY ? forPeople() : forMachines(),
): Logger {
  return pino({ level, redact: secretPaths(), serializers: { err: describeError } }, destination);
}

function forPeople(): DestinationStream {
  return pretty({ destination: process.stderr.fd, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' });
}

function forMachines(): DestinationStream {
  return pino.destination({ dest: process.stderr.fd, sync: true });
}

function secretPaths(): string[] {
  return ['authorization', ...secretNames].flatMap((name) =>
    Array.from({ length: DEPTH }, (_, depth) => `${'*.'.repeat(depth)}${name}`),
  );
}

/** Without the properties that libraries hang on their errors: those of a database quote what was to be stored. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, code: (error as NodeJS.ErrnoException).code, stack };
}
