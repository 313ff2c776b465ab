import type { OperationId, Surface } from '@penstock/contract';

/** The sender of a request. Credentials come from the environment. */
export type Caller =
  /** May do everything. */
  | 'admin'
  /** May only read, in the same tenant. */
  | 'reader'
  /** The admin of another tenant. */
  | 'stranger'
  /** Sends no credential. */
  | 'anonymous'
  /** Sends the admin's credential with a wrong secret. */
  | 'impostor';

/** Callers with a credential of their own. */
export type KnownCaller = Exclude<Caller, 'anonymous' | 'impostor'>;

export interface ApiRequest {
  readonly operationId: OperationId;
  /** Replaces the method of the operation, to send one that the path does not have. */
  readonly method?: string;
  /** Values of path parameters; organizationId and serviceId default to those of the caller. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** These override the headers of the kit, the credential included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly rawBody?: string | Uint8Array;
  /** The admin by default. */
  readonly as?: Caller;
  /** Locations that the request covers in addition to its parameters, for the coverage: `body /name`. */
  readonly about?: readonly string[];
  /** Returns a 429 like any other response. By default the kit waits and sends the request again. */
  readonly takesRateLimit?: boolean;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read responses of every shape
  readonly body: any;
}

/** A valid id of every kind that no resource has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** A created resource. */
export interface Creation {
  readonly id: string;
  /** The body of the request. */
  // biome-ignore lint/suspicious/noExplicitAny: checks change single properties of bodies
  readonly sent: any;
  readonly response: ApiResponse;
}

/** The target of a wait. */
export interface Goal {
  /** Part of the name of the kind of wait, such as `Running`. */
  readonly name: string;
  readonly isReached: (response: ApiResponse) => boolean;
}

export interface WaitResult {
  /** The last response. */
  readonly response: ApiResponse;
  readonly outcome: 'reached' | 'timed out' | 'not waited';
}

/** Appends to the message of a missed goal why the check did not wait, if it did not. */
export function waitMessage(outcome: WaitResult['outcome'], message: string): string {
  return outcome === 'not waited'
    ? `${message}; not waited, because an earlier wait for it timed out`
    : message;
}

/** The functions that a check uses while it runs. */
export interface Session {
  /** Sends a request, waits, records the coverage, and validates the response; each deviation is a violation. */
  send(request: ApiRequest): Promise<ApiResponse>;
  /** Reports a violation of the last response, unless the condition is true. The message states what was expected. */
  expect(condition: boolean, message: string): void;
  /** Ends the check as skipped, with the reason. */
  skip(reason: string): never;
  /** Returns the content of the envelope: `result` or `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read responses of every shape
  contentOf(response: ApiResponse): any;
  /** Returns an example body that any server accepts: with a unique name, secrets of this run, and existing references. */
  // biome-ignore lint/suspicious/noExplicitAny: checks change single properties of bodies
  exampleBody(operationId: OperationId, example?: string): Promise<any>;
  /** Creates a resource for this check only. It is deleted when the check ends. */
  create(creation: OperationId, body?: unknown, as?: KnownCaller): Promise<Creation>;
  /**
   * Returns the path parameters of a resource that belongs to this check, without the tenant; in a read-only run, of an
   * existing one.
   */
  ownPath(operationId: OperationId): Promise<Record<string, string>>;
  /**
   * Returns the same for a resource that all checks of the operation share: for checks that change nothing, or whose
   * changes do not affect each other. A shared pipe is in a steady state.
   */
  sharedPath(operationId: OperationId): Promise<Record<string, string>>;
  /** Returns a text that is unique in this run. */
  unique(text: string): string;
  /** Returns a new secret. The session checks that no response contains it. */
  secret(): string;
  /** Returns the tenant of a caller, as path parameters; empty under `/api/v2`. */
  tenantOf(caller: KnownCaller, surface: Surface): Readonly<Record<string, string>>;
  /**
   * Sends again until the goal is reached or the time is up. Does not wait if a wait for the same goal, on a resource of the
   * same kind, timed out earlier in the run.
   */
  waitFor(request: ApiRequest, goal: Goal): Promise<WaitResult>;
}
