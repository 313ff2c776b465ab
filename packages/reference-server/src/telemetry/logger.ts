import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Configuration } from '../configuration.ts';

/**
 * Logs to stderr, so that stdout stays for what a person asked for: JSON for machines, plain lines on a terminal.
 * The paths below are a second fence; nothing of ours hands a body or a header to the log.
 */
export function createLogger(level: Configuration['logLevel']): Logger {
  const destination = process.stderr.isTTY
    ? pretty({ destination: process.stderr.fd, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' })
    : pino.destination({ dest: process.stderr.fd, sync: true });
  return pino({ level, redact: ['authorization', '*.authorization', '*.headers'] }, destination);
}
