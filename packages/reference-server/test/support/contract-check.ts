import { operations } from '@penstock/contract';
import { contractDocument, type OpenApiDocument } from '@penstock/contract/documents';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Validates responses against the bundles, without the code of the server. */
export interface ContractCheck {
  /** What is wrong with an received; empty if it is one that the contract declares. */
  violations(method: string, path: string, received: Response, text: string): string[];
}

export function contractCheck(): ContractCheck {
  const documents = {
    management: contractDocument('management'),
    observability: contractDocument('observability'),
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const [surface, document] of Object.entries(documents)) ajv.addSchema(document, surface);

  const bodyViolations = (pointer: string, mediaType: string, text: string): string[] => {
    const validate = ajv.getSchema(`${pointer}/content/${escaped(mediaType)}/schema`);
    if (validate === undefined) return [`${pointer} has no schema for ${mediaType}`];
    return validate(JSON.parse(text)) ? [] : [ajv.errorsText(validate.errors)];
  };

  return {
    violations(method, path, received, text) {
      const operation = Object.values(operations).find(
        (candidate) => candidate.method === method.toLowerCase() && templateOf(candidate.path).test(path),
      );
      if (operation === undefined) return [`${method} ${path} is not in the contract`];
      const document = documents[operation.surface];
      const response = responsePointer(document, operation.path, operation.method, received.status);
      if (response === undefined) return [`${received.status} is not declared`];
      const declared = at(document, response) as ResponseObject;
      const mediaType = received.headers.get('content-type')?.split(';', 1)[0] ?? '';
      return [
        ...(declared.content?.[mediaType] === undefined
          ? [`the media type ${mediaType} is not declared`]
          : []),
        ...(received.headers.get('x-request-id') === null ? ['X-Request-Id is missing'] : []),
        ...bodyViolations(`${operation.surface}#${response}`, mediaType, text),
      ];
    },
  };
}

function templateOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function responsePointer(
  document: OpenApiDocument,
  path: string,
  method: string,
  status: number,
): string | undefined {
  const pointer = `/paths/${escaped(path)}/${method}/responses/${status}`;
  const response = at(document, pointer) as { $ref?: string } | undefined;
  return response?.$ref?.slice(1) ?? (response && pointer);
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, segment) => (node as Record<string, unknown> | undefined)?.[segment], document);
}

/** A path as one segment of a JSON pointer, braces encoded as a URI fragment wants them. */
function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
