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
  /** Answers with the example of that name of an operation's status; with the first one if there is none. */
  example(operation: Pick<MockRequest, 'method' | 'path'>, status: number, name: string): Promise<MockAnswer>;
}

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

  async function ask(request: IHttpRequest, configuration: IHttpMockConfig): Promise<MockAnswer> {
    const outcome = await prism.request(request, operations, configuration)();
    if (outcome._tag === 'Left') throw new NoSuchExample(outcome.left);
    const { output, validations } = outcome.right;
    const violations = validations.input.map(({ path, code, message }) => ({ path, code, message }));
    return {
      status: output.statusCode,
      headers: headersOf(output.headers, violations),
      body: output.body,
    };
  }

  return {
    answer: async ({ method, path, query, headers, body }) => {
      const request = { method, url: { path, query }, headers, body };
      const preference = getHttpConfigFromRequest({ url: { path }, headers });
      if (preference._tag === 'Left') throw new NoSuchExample(preference.left);
      const { code, exampleKey } = preference.right;
      return ask(request, { ...CONFIGURATION, mock: mockConfiguration(code, exampleKey) });
    },
    example: ({ method, path }, status, name) => {
      const unchecked = { ...CONFIGURATION, validateRequest: false };
      const exampleNamed = (key?: string) =>
        ask({ method, url: { path } }, { ...unchecked, mock: mockConfiguration(status, key) });
      return exampleNamed(name).catch(() => exampleNamed());
    },
  };
}

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
  violations: unknown[],
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
