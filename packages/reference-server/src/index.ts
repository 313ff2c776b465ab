export type { PipeRuntime, RuntimePipe, SampleVerdict } from '@penstock/engine';
export { type Configuration, ConfigurationError, readConfiguration } from './api/configuration.ts';
export {
  type ApiServer,
  createApiServer,
  createReferenceServer,
  createWorkerServer,
  type ReferenceServer,
  type Replacements,
} from './api/server.ts';
export { simulatedRuntime } from './runtime/simulated-runtime.ts';
export { DEFAULT_PACE, type Pace } from './worker/pace.ts';
