export { type Configuration, ConfigurationError, readConfiguration } from './configuration.ts';
export { DEFAULT_PACE, type Pace } from './runtime/pace.ts';
export type { PipeRuntime, RuntimePipe, SampleVerdict } from './runtime/pipe-runtime.ts';
export { simulatedRuntime } from './runtime/simulated-runtime.ts';
export {
  type ApiServer,
  createApiServer,
  createReferenceServer,
  createWorkerServer,
  type ReferenceServer,
  type Replacements,
} from './server.ts';
