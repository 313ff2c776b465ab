import { secretNames } from '@penstock/contract';
import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { bufferedStderr } from './buffered-stderr.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const SECRET = new Set(['authorization', ...secretNames].map((name) => name.toLowerCase()));
const REDACTED = '[redacted]';

/** Deeper than any log line of this server, and protection against cycles. */
const DEEPEST = 10;

/**
 * Logs to stderr: JSON for programs, readable lines on a terminal. stdout is for the output of commands.
 *
 * The server logs neither bodies nor headers. As a second line of defence, every property that the contract marks as
 * secret is redacted (D-22, D-51). Pino's own redaction is not used: it needs one path per depth, which makes a log line a
 * hundred times slower.
 */
export function createLogger(
  level: LogLevel,
  destination: DestinationStream = process.stderr.isTTY ? forTerminals() : bufferedStderr(),
): Logger {
  const log = (fields: Record<string, unknown>) => redact(fields, 0);
  return pino({ level, formatters: { log }, serializers: { err: describeError } }, destination);
}

function forTerminals(): DestinationStream {
  return pretty({ destination: process.stderr.fd, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' });
}

function redact(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  if (isPublic(fields)) return fields;
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    redacted[name] = isSecret(name) ? REDACTED : withoutSecrets(value, depth + 1);
  return redacted;
}

/** Whether there is nothing to redact, as in most lines. */
function isPublic(fields: Record<string, unknown>): boolean {
  for (const name in fields) {
    if (isSecret(name) || typeof fields[name] === 'object') return false;
  }
  return true;
}

function isSecret(name: string): boolean {
  return SECRET.has(name.toLowerCase());
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth > DEEPEST) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return 'toJSON' in value ? value : redact(value as Record<string, unknown>, depth);
}

/** Drops the properties that libraries add to errors: those of a database quote the values of a query. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, code: (error as NodeJS.ErrnoException).code, stack };
}
