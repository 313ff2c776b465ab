import { describe, expect, test } from 'vitest';
import { contractDocument } from '../../src/documents.ts';
import { operations, type Surface } from '../../src/index.ts';
import {
  isHttpMethod,
  isIntegerParameter,
  operationInputs,
  operationPointer,
  parametersIn,
  readOperation,
  readOperations,
  readWebhooks,
  responseHeaders,
  securityRequirements,
  valueAt,
} from '../../src/reader.ts';
import { documentWith } from '../support/document.ts';

const BARN_ID = { name: 'barnId', in: 'path', required: true, schema: { type: 'string' } } as const;
const LIMIT = { name: 'limit', in: 'query', schema: { type: 'integer' } } as const;
const LARGER_LIMIT = { ...LIMIT, description: 'Up to 500.' };
const IF_MATCH = { name: 'If-Match', in: 'header', schema: { type: 'integer' } } as const;
const BARN = { required: true, content: { 'application/json': {} } };
const ETAG = { required: true, schema: { type: 'string' } };
const MISSING = { description: 'There is no such barn.' };

const document = documentWith({
  security: [{ key: [] }],
  paths: {
    '/barns/{barnId}': {
      summary: 'Barns',
      parameters: [{ $ref: '#/components/parameters/BarnId' }, LIMIT],
      put: {
        operationId: 'replaceBarn',
        parameters: [LARGER_LIMIT, IF_MATCH],
        requestBody: { $ref: '#/components/requestBodies/Barn' },
        responses: {
          200: { description: 'Replaced.', headers: { ETag: { $ref: '#/components/headers/ETag' } } },
          '4XX': { $ref: '#/components/responses/Missing' },
        },
      },
      get: { security: [] },
    },
  },
  webhooks: { burnt: { post: { operationId: 'barnBurnt' } } },
  components: {
    parameters: { BarnId: BARN_ID },
    requestBodies: { Barn: BARN },
    headers: { ETag: ETAG },
    responses: { Missing: MISSING },
  },
});
const replaceBarn = readOperation(document, '/barns/{barnId}', 'put');

describe('an operation', () => {
  test('has the parameters of its path item too, and may redefine them', () => {
    expect(replaceBarn.parameters).toEqual([BARN_ID, LARGER_LIMIT, IF_MATCH]);
    expect(parametersIn(replaceBarn, 'query')).toEqual([LARGER_LIMIT]);
    expect(parametersIn(replaceBarn, 'cookie')).toEqual([]);
  });

  test('has its body and its responses with their references resolved', () => {
    expect(replaceBarn.requestBody).toEqual(BARN);
    expect([...replaceBarn.responses.keys()]).toEqual(['200', '4XX']);
    expect(replaceBarn.responses.get('4XX')).toEqual(MISSING);
    const [replaced = {}] = replaceBarn.responses.values();
    expect(responseHeaders(document, replaced)).toEqual({ ETag: ETAG });
    expect(responseHeaders(document, MISSING)).toEqual({});
  });

  test('has the inputs that the operation table lists', () => {
    expect(operationInputs(replaceBarn)).toEqual({
      pathParameters: ['barnId'],
      queryParameters: ['limit'],
      integerParameters: ['limit'],
      headerParameters: ['If-Match'],
      requestBody: 'required',
    });
  });

  test('reads whole numbers from the query only', () => {
    expect([BARN_ID, LIMIT, IF_MATCH].filter(isIntegerParameter)).toEqual([LIMIT]);
  });

  test('has the security of the document unless it has its own', () => {
    const getBarn = readOperation(document, '/barns/{barnId}', 'get');
    expect(securityRequirements(document, replaceBarn.operation)).toEqual([{ key: [] }]);
    expect(securityRequirements(document, getBarn.operation)).toEqual([]);
    expect(getBarn).toMatchObject({ operationId: undefined, requestBody: undefined });
    expect(operationInputs(getBarn).requestBody).toBe('none');
  });

  test('is at its pointer', () => {
    expect(operationPointer(replaceBarn)).toBe('/paths/~1barns~1{barnId}/put');
    expect(valueAt(document, operationPointer(replaceBarn))).toBe(replaceBarn.operation);
  });

  test.each([
    ['/barns/{barnId}', 'delete'],
    ['/barns', 'get'],
  ] as const)('that does not exist is an error: %s %s', (path, method) => {
    expect(() => readOperation(document, path, method)).toThrow(
      `The document "Barns" has no operation ${method.toUpperCase()} ${path}.`,
    );
  });

  test('with a reference to nothing is an error', () => {
    const broken = documentWith({
      paths: { '/barns': { get: { requestBody: { $ref: '#/components/requestBodies/Barn' } } } },
    });
    expect(() => readOperations(broken)).toThrow('"#/components/requestBodies/Barn" leads to nothing');
  });
});

describe('the operations of a document', () => {
  test('are in its order, and no other key of a path item is one', () => {
    expect(readOperations(document).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'put /barns/{barnId}',
      'get /barns/{barnId}',
    ]);
    expect(['summary', 'parameters', 'GET', 'x-get', '$ref'].some(isHttpMethod)).toBe(false);
  });

  test('are none if it has no paths', () => {
    expect(readOperations(documentWith({}))).toEqual([]);
    expect(readWebhooks(documentWith({}))).toEqual([]);
  });

  test('are apart from the requests of its webhooks', () => {
    expect(readWebhooks(document).map(({ path, operationId }) => [path, operationId])).toEqual([
      ['burnt', 'barnBurnt'],
    ]);
  });

  test.each(['management', 'observability'] satisfies Surface[])(
    'of the %s surface are those of the table',
    (surface) => {
      const listed = Object.entries(operations).filter(([, operation]) => operation.surface === surface);
      expect(
        readOperations(contractDocument(surface)).map((described) => [
          described.operationId,
          operationInputs(described),
        ]),
      ).toEqual(
        listed.map(([id, operation]) => [
          id,
          {
            pathParameters: operation.pathParameters,
            queryParameters: operation.queryParameters,
            integerParameters: operation.integerParameters,
            headerParameters: operation.headerParameters,
            requestBody: operation.requestBody,
          },
        ]),
      );
    },
  );
});
