export type { AffectedOperation, Bump, Change, Direction, Impact, Json, Tier } from './change.ts';
export { type ContractDiff, diffContracts } from './diff.ts';
export type { Approval } from './gate/approvals.ts';
export type { VersionVerdict } from './gate/changesets.ts';
export { type CheckOptions, checkContract, type GateResult } from './gate/check.ts';
export { UndecidedError } from './undecided.ts';
