/** What the mock says to a request. */
export interface MockAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

export function withHeaders(answer: MockAnswer, headers: Readonly<Record<string, string>>): MockAnswer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
