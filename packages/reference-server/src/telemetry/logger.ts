import { secretNames } from '@penstock/contract';
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const SECRET = new Set(['authorization', ...secretNames].map((name) => name.toLowerCase()));
const HIDDEN = '[hidden]';

/** No log line of ours is nested as deep as this; what is may be a circle. */
const DEEPEST = 10;

/**
 * Logs to stderr, so that stdout stays for what a person asked for: JSON for machines, plain lines on a terminal.
 *
 * Nothing of ours hands a body or a header to the log. The redaction is a second fence: what the contract calls a secret
 * is hidden wherever it turns up (D-22, D-51). It is not pino's own: that takes a path for each depth, and with these it
 * costs a hundred times the line.
 */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = process.stderr.isTTY ? forPeople() : forMachines(),
): Logger {
  const log = (fields: Record<string, unknown>) => hideIn(fields, 0);
  return pino({ level, formatters: { log }, serializers: { err: describeError } }, destination);
}

function forPeople(): DestinationStream {
  return pretty({ destination: process.stderr.fd, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' });
}

function forMachines(): DestinationStream {
  return pino.destination({ dest: process.stderr.fd, sync: true });
}

function hideIn(fields: object, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    shown[name] = SECRET.has(name.toLowerCase()) ? HIDDEN : withoutSecrets(value, depth + 1);
  return shown;
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return 'toJSON' in value ? value : hideIn(value, depth);
}

/** Without the properties that libraries hang on their errors: those of a database quote what was to be stored. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, code: (error as NodeJS.ErrnoException).code, stack };
}
