export { formatToken } from '../access/token.ts';
export { createApiServer } from '../server.ts';
export { type CapturedOutput, capturedOutput } from './captured-output.ts';
export { type Authorizations, adminsOf, basic, makeReaders } from './credentials.ts';
export { contentOf, makePathValues, OPERATIONS, type PathValues, requestOf } from './path-values.ts';
export {
  type ProcessEnd,
  type ProcessRun,
  runPenstock,
  type ServerProcess,
  startProcess,
} from './server-process.ts';
export {
  openTestServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
  type TestServerOptions,
} from './test-server.ts';
