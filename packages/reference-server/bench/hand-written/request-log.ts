import { pino } from 'pino';
import { pinoHttp } from 'pino-http';

/** The buffer that pino's documentation recommends for services with many log lines. */
const BUFFER_BYTES = 4096;

const destination = pino.destination({ dest: process.stderr.fd, sync: false, minLength: BUFFER_BYTES });

/** One line per request, without headers: pino-http logs the credentials by default. */
export const requestLog = pinoHttp({
  logger: pino(destination),
  serializers: {
    req: ({ id, method, url }) => ({ id, method, url }),
    res: ({ statusCode }) => ({ statusCode }),
  },
});
