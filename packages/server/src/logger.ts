/**
 * Receives what the server must not return to callers. Any pino logger works.
 *
 * The server never passes a request body, a response body or an `Authorization` header to it.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Discards everything, for tests that cause failures on purpose. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The default: warnings and errors go to stderr. Every 500 leaves a trace, and stdout stays free for the program. */
export const stderrLogger: Logger = {
  debug() {},
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/** Returns a logger that adds the same fields to every line, like pino's `child`. */
export function withFields(logger: Logger, fields: object): Logger {
  return {
    debug: (more, message) => logger.debug({ ...fields, ...more }, message),
    info: (more, message) => logger.info({ ...fields, ...more }, message),
    warn: (more, message) => logger.warn({ ...fields, ...more }, message),
    error: (more, message) => logger.error({ ...fields, ...more }, message),
  };
}
