import { type Operation, type OperationId, operations } from '@penstock/contract';
import { invalidExamples, requestExamples } from '@penstock/contract/examples';
import { BODY_LIMIT_BYTES } from '@penstock/contract/requests';

/** A request for both servers. Each side fills in path parameters and its own credentials. */
export interface ParityRequest {
  /** Such as `createPipe > junk body: an array`. */
  readonly name: string;
  readonly operationId: OperationId;
  readonly method: string;
  /** With the names of path parameters in braces. */
  readonly path: string;
  /** Appended to the path, with its question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The `Authorization` header. Undefined for a valid credential, null for none. */
  readonly authorization: string | null | undefined;
  readonly body: string | undefined;
}

type Change = Partial<Omit<ParityRequest, 'name' | 'operationId'>>;
type Titled = readonly [title: string, change: Change];

/** Makes the requests of every operation from the contract. */
export function parityRequests(): ParityRequest[] {
  return (Object.keys(operations) as OperationId[]).flatMap(requestsOf);
}

function requestsOf(operationId: OperationId): ParityRequest[] {
  const operation: Operation = operations[operationId];
  const valid = validRequest(operationId, operation);
  const cases: readonly Titled[] = [
    ...validBodies(operationId),
    ...(operation.requestBody === 'none' ? [] : [...invalidBodies(operationId), ...invalidMediaTypes(valid)]),
    ...invalidQueries(operation),
    ...invalidCredentials(operation),
    ...otherMethods(operation),
    ...invalidPaths(operation),
    ...headerValues(operation, valid),
    [
      'header: Accept: text/csv',
      { headers: { accept: 'text/csv' }, body: renamed(valid.body, `Sent with Accept by ${valid.method}`) },
    ],
  ];
  return cases.map(([title, change]) => ({
    ...valid,
    ...change,
    headers: { ...valid.headers, ...change.headers },
    name: `${operationId} > ${title}`,
  }));
}

function validRequest(operationId: OperationId, { method, path, requestBody }: Operation) {
  const [body] = requestBody === 'none' ? [] : Object.values(requestExamples(operationId));
  return {
    operationId,
    method: method.toUpperCase(),
    path: path as string,
    query: '',
    headers: body === undefined ? {} : JSON_HEADERS,
    authorization: undefined,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function validBodies(operationId: OperationId): Titled[] {
  const bodies = Object.entries(requestExamples(operationId));
  if (bodies.length === 0) return [['valid', {}]];
  return bodies.map(([name, body]) => [`valid: ${name}`, { body: JSON.stringify(body) }]);
}

function invalidBodies(operationId: OperationId): Titled[] {
  const invalid = Object.entries(invalidExamples(operationId)).map(
    ([name, { body }]): Titled => [`invalid example: ${name}`, { body: JSON.stringify(body) }],
  );
  const junk = JUNK_BODIES.map(([title, body]): Titled => [`junk body: ${title}`, { body }]);
  return [...invalid, ...junk, ...wrongTypes(operationId)];
}

const JUNK_BODIES: readonly (readonly [string, string])[] = [
  ['none', ''],
  ['an open brace', '{'],
  ['text after it', '{"a":1}x'],
  ['null', 'null'],
  ['an array', '[1]'],
  ['a number', '5'],
  ['no property', '{}'],
  ['an unknown property', '{"unknownName":1}'],
  ['a slash and a tilde in a name', '{"a/b~c":1}'],
  ['a name twice', '{"name":"a","name":"b"}'],
  ['__proto__', '{"__proto__":{"name":"a"}}'],
  ['NUL', '{"name":"a\\u0000b"}'],
  ['a lone surrogate', '{"name":"\\ud800"}'],
  ['a number beyond 64 bits', '{"name":1e400}'],
  ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
  ['a byte order mark', '\u{feff}{"unknownName":1}'],
  ['a byte too many', `"${'x'.repeat(BODY_LIMIT_BYTES - 1)}"`],
  [
    'sixty unknown properties',
    JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${i}`, i]))),
  ],
];

/** The first example, each time with another property of a wrong type. */
function wrongTypes(operationId: OperationId): Titled[] {
  const [body = {}] = Object.values(requestExamples(operationId)) as Record<string, unknown>[];
  return Object.keys(body).map((name) => [
    `wrong type: ${name}`,
    {
      body: JSON.stringify({
        ...body,
        [name]: typeof body[name] === 'object' ? 'text' : { wrong: 'type' },
      }),
    },
  ]);
}

function invalidMediaTypes({ body }: { readonly body: string | undefined }): Titled[] {
  return [
    ['media type: text/plain', { headers: { 'content-type': 'text/plain' } }],
    ['media type: application/problem+json', { headers: { 'content-type': 'application/problem+json' } }],
    ['media type: another charset', { headers: { 'content-type': 'application/json; charset=latin1' } }],
    ['media type: none', { headers: { 'content-type': '' } }],
    [
      'media type: another spelling',
      { body: '{', headers: { 'content-type': 'Application/JSON;charset="UTF-8"' } },
    ],
    ['media type: compressed', { body, headers: { 'content-encoding': 'gzip' } }],
  ];
}

function invalidQueries({ queryParameters, integerParameters }: Operation): Titled[] {
  const queries = [
    '?unknownName=1',
    '?unknownName',
    '?%zz=1',
    ...queryParameters.flatMap((name) => [
      `?${name}=`,
      `?${name}=a%00b`,
      `?${name}=%ff`,
      `?${name}=1&${name}=2`,
      `?${name}=${'x'.repeat(3000)}`,
    ]),
    ...integerParameters.flatMap((name) =>
      ['0', '-1', '1001', '0x10', '1e2', '%205', 'x', '99999999999999999999'].map(
        (value) => `?${name}=${value}`,
      ),
    ),
    ...(queryParameters.length > 1 ? [`?${queryParameters[0]}=&unknownName=1&${queryParameters[1]}=`] : []),
  ];
  return queries.map((query) => [`query: ${query.slice(0, 40)}`, { query }]);
}

function invalidCredentials({ surface }: Operation): Titled[] {
  const basic = surface === 'management';
  const values = basic
    ? ['Bearer token', 'Basic', 'Basic !', `Basic ${btoa('no colon')}`]
    : [`Basic ${btoa('key:secret')}`, 'Bearer', 'Bearer a b', 'Bearer ä'];
  return [
    ['credentials: none', { authorization: null }],
    ...values.map((authorization): Titled => [`credentials: ${authorization}`, { authorization }]),
    ['credentials: none, and a junk body', { authorization: null, body: '{', headers: JSON_HEADERS }],
    ['credentials: unknown', { authorization: basic ? `Basic ${btoa('key:secret')}` : 'Bearer unknown' }],
  ];
}

function otherMethods({ path }: Operation): Titled[] {
  const known = Object.values<Operation>(operations)
    .filter((operation) => operation.path === path)
    .map(({ method }) => method.toUpperCase());
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
    (method) => !known.includes(method),
  );
  const wrong = [...methods, 'HEAD', 'OPTIONS'].map(
    (method): Titled => [`method: ${method}`, { method, body: undefined, headers: { 'content-type': '' } }],
  );
  return [...wrong, ['method: PUT without credentials', { method: 'PUT', authorization: null }]];
}

function invalidPaths({ path, pathParameters }: Operation): Titled[] {
  const last = pathParameters.at(-1);
  const whole: Titled[] = [
    ['path: a final slash', { path: `${path}/` }],
    ['path: in capitals', { path: path.replace(/\/(v1|api)\//, (part) => part.toUpperCase()) }],
    ['path: an encoded literal', { path: path.replace('/v', '/%76') }],
  ];
  if (last === undefined) return whole;
  const values = ['junk', '%zz', 'a%00b', 'x'.repeat(300)];
  return [
    ...whole,
    ...values.map(
      (value): Titled => [
        `path: ${last} is ${value.slice(0, 20)}`,
        { path: path.replace(`{${last}}`, value) },
      ],
    ),
    [`path: an unknown ${last}`, { path: path.replace(`{${last}}`, UNKNOWN_ID) }],
    [`path: an unknown ${last} in capitals`, { path: path.replace(`{${last}}`, UNKNOWN_ID.toUpperCase()) }],
  ];
}

const UNKNOWN_ID = '018f0000-0000-7000-8000-0000000000ab';

/** Values of optional headers. */
const HEADER_VALUES: Readonly<Record<string, readonly string[]>> = {
  'If-Match': ['junk', '"0"', 'W/"1"', '*', '"a", "b"'],
  'Idempotency-Key': ['x'.repeat(300), 'ä', 'a key'],
};

/** Sends each header of the operation, with a body whose name is new. */
function headerValues(
  { headerParameters }: Operation,
  { body }: { readonly body: string | undefined },
): Titled[] {
  return headerParameters.flatMap((name) =>
    (HEADER_VALUES[name] ?? []).map(
      (value): Titled => [
        `header: ${name}: ${value.slice(0, 20)}`,
        {
          headers: { [name.toLowerCase()]: value },
          body: renamed(body, `Sent with ${name} of ${value.length} characters`),
        },
      ],
    ),
  );
}

function renamed(body: string | undefined, name: string): string | undefined {
  if (body === undefined) return undefined;
  const value = JSON.parse(body) as object;
  return JSON.stringify('name' in value ? { ...value, name } : value);
}
