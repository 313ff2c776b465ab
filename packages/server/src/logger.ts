/**
 * Where the server says what it must not tell a caller. Any pino logger fits.
 *
 * The server never passes a request body, an answer body or an `Authorization` header to it.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Says nothing, for tests that provoke failures on purpose. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * The default: warnings and errors to stderr, nothing else. A 500 that leaves no trace anywhere would cost
 * its finder a day, and a library that chats on stdout would be switched off.
 */
export const stderrLogger: Logger = {
  debug() {},
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/** A logger that adds the same fields to every line (pino's `child`, for loggers that have none). */
export function withFields(logger: Logger, fields: object): Logger {
  return {
    debug: (more, message) => logger.debug({ ...fields, ...more }, message),
    info: (more, message) => logger.info({ ...fields, ...more }, message),
    warn: (more, message) => logger.warn({ ...fields, ...more }, message),
    error: (more, message) => logger.error({ ...fields, ...more }, message),
  };
}
