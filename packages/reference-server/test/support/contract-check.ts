import { type HttpMethod, operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import {
  escapeSegment,
  formatPointer,
  isReference,
  type OpenApiDocument,
  operationPointer,
  parseFragment,
  type ResponseObject,
  valueAt,
} from '@penstock/contract/reader';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Validates responses against the bundles, without the code of the server. */
export interface ContractCheck {
  /** The violations of a response; empty if the contract declares it. */
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
    const validate = ajv.getSchema(`${pointer}/content/${escapeSegment(mediaType)}/schema`);
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
      const declared = valueAt(document, response) as ResponseObject;
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

/** The pointer to a declared response, or to the component that it refers to. */
function responsePointer(
  document: OpenApiDocument,
  path: string,
  method: HttpMethod,
  status: number,
): string | undefined {
  const pointer = `${operationPointer({ path, method })}/responses/${status}`;
  const response = valueAt(document, pointer);
  if (isReference(response)) return formatPointer(parseFragment(response.$ref));
  return response === undefined ? undefined : pointer;
}
