import type * as contract from '@penstock/contract';
import type { Readable, Writable } from '@penstock/contract';

/*
 * The contract's schemas as a client sees them: answers without what is only ever sent (secrets), request bodies
 * without what only the server sets.
 */

export type Pipe = Readable<contract.Pipe>;
export type PipeState = contract.PipeState;
export type PipeCommand = contract.PipeCommand;
export type PipeCreate = Writable<contract.PipeCreate>;
export type PipeUpdate = Writable<contract.PipeUpdate>;
export type PipeStateUpdate = Writable<contract.PipeStateUpdate>;

export type Dashboard = Readable<contract.Dashboard>;

export type Alert = Readable<contract.Alert>;
export type AlertCreate = Writable<contract.AlertCreate>;

export type Problem = Readable<contract.Problem>;
export type ProblemCode = contract.ProblemCode;
export type ProblemEntry = Readable<contract.ProblemEntry>;
