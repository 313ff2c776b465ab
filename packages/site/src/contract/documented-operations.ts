import type { OpenApiDocument } from '@penstock/contract/documents';

/** As much of an operation as pages and samples say about it. */
export interface DocumentedOperation {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  /** The path template, such as `/api/v2/alerts/{alertId}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** The examples of the request body by their names; empty if the operation takes none. */
  readonly requestExamples: Readonly<Record<string, unknown>>;
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** The operations of a surface, in the order of its document. */
export function documentedOperations({ paths }: Pick<OpenApiDocument, 'paths'>): DocumentedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) =>
        documentedOperation(method, path, operation as unknown as OperationObject),
      ),
  );
}

/** The document was linted before it got here. */
interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly [string];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaTypeObject>> };
}

interface MediaTypeObject {
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

function documentedOperation(method: string, path: string, operation: OperationObject): DocumentedOperation {
  const [mediaType] = Object.values(operation.requestBody?.content ?? {});
  const examples = Object.entries(mediaType?.examples ?? {});
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    tag: operation.tags[0],
    requestExamples: Object.fromEntries(examples.map(([name, { value }]) => [name, value])),
  };
}
