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

/** Holds answers against the bundles, apart from anything that the server itself uses. */
export interface ContractCheck {
  /** What is wrong with an answer; empty if it is one that the contract declares. */
  faults(method: string, path: string, answer: Response, text: string): string[];
}

export function contractCheck(): ContractCheck {
  const documents = {
    management: contractDocument('management'),
    observability: contractDocument('observability'),
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const [surface, document] of Object.entries(documents)) ajv.addSchema(document, surface);

  const bodyFaults = (pointer: string, mediaType: string, text: string): string[] => {
    const validate = ajv.getSchema(`${pointer}/content/${escapeSegment(mediaType)}/schema`);
    if (validate === undefined) return [`${pointer} has no schema for ${mediaType}`];
    return validate(JSON.parse(text)) ? [] : [ajv.errorsText(validate.errors)];
  };

  return {
    faults(method, path, answer, text) {
      const operation = Object.values(operations).find(
        (candidate) => candidate.method === method.toLowerCase() && templateOf(candidate.path).test(path),
      );
      if (operation === undefined) return [`${method} ${path} is not in the contract`];
      const document = documents[operation.surface];
      const response = responsePointer(document, operation.path, operation.method, answer.status);
      if (response === undefined) return [`${answer.status} is not declared`];
      const declared = valueAt(document, response) as ResponseObject;
      const mediaType = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
      return [
        ...(declared.content?.[mediaType] === undefined
          ? [`the media type ${mediaType} is not declared`]
          : []),
        ...(answer.headers.get('x-request-id') === null ? ['X-Request-Id is missing'] : []),
        ...bodyFaults(`${operation.surface}#${response}`, mediaType, text),
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
