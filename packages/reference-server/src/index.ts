export { type Configuration, ConfigurationError, readConfiguration } from './api/configuration.ts';
export {
  type ApiServer,
  createApiServer,
  createReferenceServer,
  createWorkerServer,
  type ReferenceServer,
  type Replacements,
} from './api/server.ts';
export type { PipeRuntime, RuntimePipe, SampleVerdict } from './runtime/pipe-runtime.ts';
export { simulatedRuntime } from './runtime/simulated-runtime.ts';
export { DEFAULT_PACE, type Pace } from './worker/pace.ts';
