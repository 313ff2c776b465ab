import type { OperationId, Surface } from '@penstock/contract';

/** Who sends a request. What a caller needs for it comes from the environment. */
export type Caller =
  /** The credential that may do everything. */
  | 'admin'
  /** A credential of the same tenant that may only read. */
  | 'reader'
  /** The admin of another tenant. */
  | 'stranger'
  /** Sends no credential. */
  | 'nobody'
  /** Sends the admin's credential with a wrong secret. */
  | 'impostor';

/** Who has a credential of their own. */
export type KnownCaller = Exclude<Caller, 'nobody' | 'impostor'>;

export interface ApiRequest {
  readonly operationId: OperationId;
  /** In place of the method of the operation, to ask for a method that the path does not have. */
  readonly method?: string;
  /** Values of path parameters; organizationId and serviceId are those of the caller unless they are given. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** What is given here wins over what the kit would send itself, the credential included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string | Uint8Array;
  /** Admin, if nothing is said. */
  readonly as?: Caller;
  /** What of the operation it is about beyond the parameters that are given, for the coverage: `body /name`. */
  readonly about?: readonly string[];
  /** A 429 is an answer like any other. Otherwise it is waited out, and the request sent again. */
  readonly takesRateLimit?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read answers of every shape
  readonly body: any;
}

/** What was made by a creation. */
export interface Made {
  readonly id: string;
  /** The body of the request. */
  // biome-ignore lint/suspicious/noExplicitAny: checks change single properties of bodies
  readonly sent: any;
  readonly answer: Answer;
}

/** What a check has in hand while it runs. */
export interface Session {
  /** Sends, waits, records what was covered, and holds the answer against the contract at once; what does not fit is a finding. */
  send(request: ApiRequest): Promise<Answer>;
  /** A finding about the last answer, unless the condition holds. Says what was expected. */
  expect(condition: boolean, finding: string): void;
  /** Ends the check without a verdict, with the reason. */
  skip(reason: string): never;
  /** What the envelope of either surface holds: `result` or `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: checks read answers of every shape
  contentOf(answer: Answer): any;
  /** A body that the contract shows, ready to be sent: with a name of its own, secrets of this run, and references to things that exist. */
  // biome-ignore lint/suspicious/noExplicitAny: checks change single properties of bodies
  exampleBody(operationId: OperationId, example?: string): Promise<any>;
  /** Creates something for this check alone. It is deleted when the check has ended. */
  make(creation: OperationId, body?: unknown, as?: KnownCaller): Promise<Made>;
  /**
   * Values of the path parameters of an operation beyond the tenant, for something that this check owns; in a run that only
   * reads, for something that is there.
   */
  ownPath(operationId: OperationId): Promise<Record<string, string>>;
  /**
   * The same for something that all checks of the operation share and none deletes: for checks that change nothing, or
   * whose changes do not disturb each other. A pipe is in a steady state when it is handed out.
   */
  sharedPath(operationId: OperationId): Promise<Record<string, string>>;
  /** A text that nothing else in this run has. */
  unique(text: string): string;
  /** A secret to plant: the session sees to it that no answer ever holds it. */
  secret(): string;
  /** The tenant of a caller, as path parameters; empty under `/api/v2`. */
  tenantOf(caller: KnownCaller, surface: Surface): Readonly<Record<string, string>>;
  /** Sends again until the condition holds, for as long as the run has patience; the last answer. */
  until(request: ApiRequest, condition: (answer: Answer) => boolean): Promise<Answer>;
}
