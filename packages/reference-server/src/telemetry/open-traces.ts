import type { Logger } from 'pino';
import type { Traces } from './traces.ts';

const noTraces: Traces = {
  requests: (_request, _response, next) => next(),
  span: (_name, _attributes, work) => work(),
  query: undefined,
  close: async () => {},
};

/** Loads OpenTelemetry only if an endpoint is configured. */
export async function openTraces(endpoint: string | undefined, logger: Logger): Promise<Traces> {
  if (endpoint === undefined) return noTraces;
  const { openTelemetryTraces } = await import('./open-telemetry.ts');
  return openTelemetryTraces(endpoint, logger);
}
