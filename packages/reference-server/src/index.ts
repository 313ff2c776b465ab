export { type Configuration, ConfigurationError, readConfiguration } from './configuration.ts';
export type { PipeRuntime, RuntimePipe, SampleVerdict } from './runtime/pipe-runtime.ts';
export { simulatedRuntime } from './runtime/simulated-runtime.ts';
export { createReferenceServer, type ReferenceServer } from './server.ts';
