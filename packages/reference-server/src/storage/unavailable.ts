import { ProblemError } from '@penstock/server';

/** The time after which a caller should retry. */
const RETRY_AFTER_SECONDS = 2;

/** The database is unreachable, full or busy. The API responds with 503 (D-08). */
export class DatabaseUnavailable extends ProblemError {
  constructor(cause: unknown) {
    super({
      code: 'unavailable',
      detail: `The database is unavailable. Retry the request in ${RETRY_AFTER_SECONDS} seconds.`,
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      cause,
    });
  }
}

/** Returns {@link DatabaseUnavailable} for errors of an unavailable database, and other errors unchanged. */
export function translateError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  return isUnavailable(error as DriverError) ? new DatabaseUnavailable(error) : error;
}

/** The properties that node:sqlite and pg add to their errors. */
interface DriverError {
  readonly message?: string;
  /** SQLSTATE of PostgreSQL, or the name that Node gives an error of the operating system. */
  readonly code?: string;
  /** The result code of SQLite. */
  readonly errcode?: number;
}

/** SQLITE_BUSY, READONLY, IOERR, FULL and CANTOPEN; the low byte of an extended code (sqlite.org/rescode.html). */
const SQLITE_CODES: ReadonlySet<number> = new Set([5, 8, 10, 13, 14]);

/** Connection, authorization, resources, intervention of an operator, system error (PostgreSQL, appendix A). */
const SQLSTATE_CLASSES: readonly string[] = ['08', '28', '53', '57', '58'];
/** Read-only, as on a standby that was not promoted yet, and a lock that is not available. */
const SQLSTATES: readonly string[] = ['25006', '55P03'];

const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** pg gives these no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client .* not queryable|Query read timeout)/;

function isUnavailable({ message = '', code, errcode }: DriverError): boolean {
  if (errcode !== undefined) return SQLITE_CODES.has(errcode & 0xff);
  if (code === undefined) return MESSAGES.test(message);
  return (
    SYSTEM_CODES.has(code) ||
    SQLSTATES.includes(code) ||
    (code.length === 5 && SQLSTATE_CLASSES.includes(code.slice(0, 2)))
  );
}
