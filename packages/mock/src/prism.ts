import type { HttpMethod } from '@penstock/contract';
import type { OpenApiDocument } from '@penstock/contract/documents';
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, type IHttpMockConfig, type IHttpRequest } from '@stoplight/prism-http';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';

/*
 * The one file that knows Prism. Its server is left out, because it hangs on malformed JSON; its core is asked instead,
 * with requests that were read and checked before.
 */

/** A request whose path and method the contract has. */
interface MockRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface MockAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A `Prefer` header that asks for what the contract does not have. The message is Prism's. */
export class NoSuchExample extends Error {
  constructor(reason: Error & { readonly detail?: string }) {
    super(reason.detail ?? reason.message);
  }
}

export interface Prism {
  /**
   * Checks the request and answers with an example: the first one, or the one that its `Prefer` header asks for. Rejects
   * with {@link NoSuchExample} if that header cannot be served.
   */
  answer(request: MockRequest): Promise<MockAnswer>;
  /**
   * Answers with an example of an operation's status: the first of these names that it has, or its first example if it
   * has none of them.
   */
  example(
    operation: Pick<MockRequest, 'method' | 'path'>,
    status: number,
    ...names: readonly string[]
  ): Promise<MockAnswer>;
}

/** Names of the examples whose problem is `validation_failed`, the most general one first. */
export const VALIDATION_FAILED = ['validation_failed', 'unknown_parameter'] as const;

const CONFIGURATION: IHttpMockConfig = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: true,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

export async function createPrism(documents: readonly OpenApiDocument[]): Promise<Prism> {
  const operations = (await Promise.all(documents.map(getHttpOperationsFromSpec))).flat();
  const prism = createInstance(CONFIGURATION, { logger: createLogger('mock', { level: 'silent' }) });

  async function ask(request: IHttpRequest, configuration: IHttpMockConfig): Promise<Outcome> {
    const outcome = await prism.request(request, operations, configuration)();
    if (outcome._tag === 'Left') throw new NoSuchExample(outcome.left);
    const { output, validations } = outcome.right;
    const violations = validations.input.map(({ path, code, message }) => ({ path, code, message }));
    const headers = headersOf(output.headers, violations);
    return { answer: { status: output.statusCode, headers, body: output.body }, violations };
  }

  const example: Prism['example'] = async ({ method, path }, status, ...names) => {
    const unchecked = { ...CONFIGURATION, validateRequest: false };
    const exampleNamed = (key?: string) =>
      ask({ method, url: { path } }, { ...unchecked, mock: mockConfiguration(status, key) });
    for (const name of names) {
      const outcome = await exampleNamed(name).catch(() => undefined);
      if (outcome !== undefined) return outcome.answer;
    }
    return (await exampleNamed()).answer;
  };

  return {
    example,
    answer: async ({ method, path, query, headers, body }) => {
      const request = { method, url: { path, query }, headers, body };
      const preference = getHttpConfigFromRequest({ url: { path }, headers });
      if (preference._tag === 'Left') throw new NoSuchExample(preference.left);
      const { code, exampleKey } = preference.right;
      const mock = mockConfiguration(code, exampleKey);
      const { answer, violations } = await ask(request, { ...CONFIGURATION, mock });
      if (violations.length === 0) return answer;
      // Prism takes the first example of the status, be it a cursor that is not valid.
      const fitting = await example({ method, path }, answer.status, ...namesFor(violations));
      return { ...answer, body: fitting.body };
    },
  };
}

interface Outcome {
  readonly answer: MockAnswer;
  readonly violations: readonly Violation[];
}

interface Violation {
  readonly path?: readonly string[] | undefined;
  readonly code?: string | number | undefined;
  readonly message: string;
}

/** Names of the examples that say what is wrong, the best one first. */
function namesFor(violations: readonly Violation[]): readonly string[] {
  const areUnknown = violations.every(({ code }) => UNKNOWN_PROPERTY.includes(code));
  return areUnknown ? ['unknown_property', ...VALIDATION_FAILED] : VALIDATION_FAILED;
}

const UNKNOWN_PROPERTY: readonly unknown[] = ['additionalProperties', 'unevaluatedProperties'];

/** Never dynamic: made-up values help nobody who builds against the contract. */
function mockConfiguration(
  code: number | undefined,
  exampleKey: string | undefined,
): IHttpMockConfig['mock'] {
  return {
    dynamic: false,
    ...(code === undefined ? {} : { code }),
    ...(exampleKey === undefined ? {} : { exampleKey }),
  };
}

/** Header fields with the values of the contract's examples, and in Prism's own field what is wrong with the request. */
function headersOf(
  examples: Readonly<Record<string, unknown>> = {},
  violations: readonly Violation[],
): Record<string, string> {
  const fields = Object.entries(examples).map(([name, value]) => [name.toLowerCase(), String(value)]);
  if (violations.length > 0) fields.push(['sl-violations', asciiJson(violations)]);
  return Object.fromEntries(fields);
}

/** Header values are ASCII; messages may repeat property names of the request. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value)
    .slice(0, 4096)
    .replace(/[^\x20-\x7e]/g, '?');
}
