export { CAPABILITIES, type Capability } from './capability.ts';
export type { Check } from './check.ts';
export type { Answer, ApiRequest, Caller, KnownCaller, Made, Session } from './session.ts';
