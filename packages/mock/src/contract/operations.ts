import type { HttpMethod } from '@penstock/contract';
import type { OpenApiDocument, ResponseObject } from '@penstock/contract/reader';
import {
  type DescribedOperation,
  type OperationInputs,
  operationInputs,
  readOperations,
  resolve,
  type SecuritySchemeObject,
  securityRequirements,
} from '@penstock/contract/reader';
import type { OperationValidators } from '@penstock/contract/validators';
import { excerptOf } from './excerpt.ts';
import { createValidatorCompiler } from './validators.ts';

/** An operation as the mock serves it. It is read from the document, so that a changed document needs no generator. */
export interface MockOperation extends OperationInputs {
  /** The operationId, or method and path if there is none. */
  readonly name: string;
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  /** The schemes of the `Authorization` header. Empty if no credentials are needed. */
  readonly schemes: readonly CredentialScheme[];
  /** By status. */
  readonly responses: ReadonlyMap<number, MockResponse>;
  readonly validators: OperationValidators;
  /** Removes write-only properties from the body of a response. */
  removeWriteOnly(status: number, body: unknown): void;
  /** Returns a document that has this operation and no other. */
  excerpt(): OpenApiDocument;
}

/** The authentication schemes that the mock checks (RFC 7617, RFC 6750). */
type CredentialScheme = 'basic' | 'bearer';

/** The documented response for one status. */
interface MockResponse {
  /** Undefined if there is no body. */
  readonly mediaType: string | undefined;
  /** The names of its headers. */
  readonly headers: readonly string[];
  /** The names of its examples. */
  readonly examples: readonly string[];
}

/** Reads the operations of a document. */
export function readMockOperations(document: OpenApiDocument): MockOperation[] {
  const compile = createValidatorCompiler(document);
  return readOperations(document).map((described) => {
    const { method, path, operationId, responses } = described;
    return {
      ...operationInputs(described),
      ...compile(described),
      name: operationId ?? `${method.toUpperCase()} ${path}`,
      method,
      path: path as `/${string}`,
      schemes: schemesOf(document, described),
      responses: describeResponses(responses),
      excerpt: () => excerptOf(document, described),
    };
  });
}

/** A `default` response counts as 200 if no success is documented. */
function describeResponses(documented: DescribedOperation['responses']): Map<number, MockResponse> {
  const described = new Map<number, MockResponse>();
  const hasSuccess = [...documented.keys()].some((status) => /^2\d\d$/.test(status));
  for (const [status, response] of documented) {
    if (/^\d{3}$/.test(status)) described.set(Number(status), describeResponse(response, Number(status)));
    if (status === 'default' && !hasSuccess) described.set(200, describeResponse(response, 200));
  }
  return described;
}

function describeResponse({ headers = {}, content = {} }: ResponseObject, status: number): MockResponse {
  return {
    // The server sends its problems with a body, although a document may have none.
    mediaType: Object.keys(content)[0] ?? (status < 400 ? undefined : 'application/problem+json'),
    headers: Object.keys(headers),
    examples: Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
  };
}

/** Schemes other than Basic and Bearer are not checked. */
function schemesOf(document: OpenApiDocument, { operation }: DescribedOperation): CredentialScheme[] {
  const schemes = securityRequirements(document, operation).map((requirement) => {
    const [name = ''] = Object.keys(requirement);
    const written = document.components?.securitySchemes?.[name];
    return resolve<SecuritySchemeObject | undefined>(document, written)?.scheme?.toLowerCase();
  });
  return schemes.every(isCredentialScheme) ? schemes : [];
}

function isCredentialScheme(scheme: string | undefined): scheme is CredentialScheme {
  return scheme === 'basic' || scheme === 'bearer';
}
