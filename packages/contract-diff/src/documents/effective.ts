import { isObject, METHODS, type OpenApiDocument, type OperationObject, type PathItem } from './openapi.ts';
import { valueAt } from './pointer.ts';

/**
 * Copies inherited values into the operations of a document: the security of the root, and the parameters of
 * the path. A value that only moved is equal then, and a change by inheritance is visible where it takes effect.
 */
export function effective(document: OpenApiDocument): OpenApiDocument {
  const { security, ...rest } = document;
  const write = (items: Readonly<Record<string, PathItem>> | undefined, inherited: typeof security) =>
    items && mapValues(items, (item) => (isObject(item) ? writeItem(document, item, inherited) : item));
  const paths = write(document.paths, security ?? []);
  // The server calls webhooks; the security of the root applies to calls of the server.
  const webhooks = write(document.webhooks, []);
  return { ...rest, ...(paths && { paths }), ...(webhooks && { webhooks }) };
}

function writeItem(
  document: OpenApiDocument,
  { parameters = [], ...item }: PathItem,
  security: OpenApiDocument['security'],
): PathItem {
  const methods = METHODS.filter((method) => isObject(item[method]));
  const operations = methods.map((method) => {
    const operation = item[method] as OperationObject;
    return [
      method,
      {
        ...operation,
        ...inherited(document, operation, parameters),
        security: operation.security ?? security,
      },
    ];
  });
  return { ...item, ...Object.fromEntries(operations) } as PathItem;
}

function inherited(
  document: OpenApiDocument,
  { parameters = [] }: OperationObject,
  above: readonly unknown[],
): Pick<OperationObject, 'parameters'> {
  const own = new Set(parameters.map((parameter) => identity(document, parameter)));
  const all = [...above.filter((parameter) => !own.has(identity(document, parameter))), ...parameters];
  return all.length === 0 ? {} : { parameters: all };
}

/** The location and the name of a parameter, which identify it. */
function identity(document: OpenApiDocument, parameter: unknown): string {
  const target =
    isObject(parameter) && typeof parameter.$ref === 'string' ? valueAt(document, parameter.$ref) : parameter;
  return isObject(target) ? `${String(target.in)} ${String(target.name)}` : '';
}

function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
