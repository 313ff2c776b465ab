export { CAPABILITIES, type Capability } from './capability.ts';
export type { Check } from './check.ts';
export { checkServer, type ServerCheckOptions, type ServerCheckResult } from './check-server.ts';
export type { CheckResult, Violation } from './run/check-result.ts';
export type { Selection } from './selection.ts';
export type { ApiRequest, ApiResponse, Caller, Creation, KnownCaller, Session } from './session.ts';
export { type Callers, callersFrom } from './target/callers.ts';
export { InconclusiveError } from './target/connection-check.ts';
