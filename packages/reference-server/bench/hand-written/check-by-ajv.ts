import { contractDocument } from '@penstock/contract/documents';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Request } from 'express';

/** Checks requests and responses of an operation. @throws Error with the status of the response */
interface Check {
  request(request: Request): void;
  response(body: unknown): void;
}

const CONTRACT = 'https://penstock.example/contract';

/** Ajv with the schemas of the contract, compiled once. */
export function checkByAjv(operationId: 'getPipe'): Check {
  const { components, paths } = contractDocument('management');
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: CONTRACT, components });
  const parameters = ajv.compile(pathParameters(paths, operationId));
  const body = ajv.compile({ $ref: `${CONTRACT}#/components/schemas/PipeResponse` });
  const query = ajv.compile({ type: 'object', additionalProperties: false });
  return {
    request(request) {
      requireValid(parameters, request.params, 400);
      requireValid(query, request.query, 400);
    },
    response: (value) => requireValid(body, value, 500),
  };

  function requireValid(validate: ValidateFunction, value: unknown, status: number): void {
    if (!validate(value)) throw Object.assign(new Error(ajv.errorsText(validate.errors)), { status });
  }
}

type Paths = ReturnType<typeof contractDocument>['paths'];

function pathParameters(paths: Paths, operationId: string): object {
  const item = Object.values(paths).find(
    ({ get }) => (get as { operationId?: string })?.operationId === operationId,
  );
  const references = (item?.parameters ?? []) as readonly { readonly $ref: string }[];
  const names = references.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1));
  const properties = names.map((name): [string, object] => [
    `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    { $ref: `${CONTRACT}#/components/parameters/${name}/schema` },
  ]);
  return {
    type: 'object',
    required: properties.map(([name]) => name),
    properties: Object.fromEntries(properties),
  };
}
