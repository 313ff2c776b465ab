export { CAPABILITIES, type Capability } from './capability.ts';
export type { Check } from './check.ts';
export { checkServer, type ServerCheckOptions, type ServerCheckResult } from './check-server.ts';
export type { Finding, Verdict } from './run/verdict.ts';
export type { Selection } from './selection.ts';
export type { Answer, ApiRequest, Caller, KnownCaller, Made, Session } from './session.ts';
export { type Callers, callersFrom } from './target/callers.ts';
export { CannotTellError } from './target/first-contact.ts';
