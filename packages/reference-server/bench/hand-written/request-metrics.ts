import type { RequestHandler } from 'express';
import { Counter, Histogram, Registry } from 'prom-client';

/** The middleware that counts requests, and the handler of the metrics. */
export function requestMetrics(): { readonly count: RequestHandler; readonly metrics: RequestHandler } {
  const register = new Registry();
  const registers = [register];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests.',
    labelNames: ['route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests.',
    labelNames: ['route'],
    registers,
  });
  return {
    count(request, response, next) {
      const end = durations.startTimer();
      response.once('finish', () => {
        const route: string = request.route?.path ?? 'none';
        requests.inc({ route, status: response.statusCode });
        end({ route });
      });
      next();
    },
    async metrics(_request, response) {
      response.type(register.contentType).send(await register.metrics());
    },
  };
}
