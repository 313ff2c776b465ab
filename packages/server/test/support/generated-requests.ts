import type { OperationId } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import {
  type DescribedOperation,
  type OpenApiDocument,
  type ParameterObject,
  parametersIn,
  readOperation,
} from '@penstock/contract/reader';
import fc, { type Arbitrary } from 'fast-check';
import { type Operation, penstockContract } from '../../src/contract.ts';
import { hostileValues, nearly, valuesOf } from './generated-values.ts';
import type { Sent } from './harness.ts';

const documents = {
  management: penstockContract.document('management'),
  observability: penstockContract.document('observability'),
};

/** Requests to an operation: valid, nearly valid and hostile ones. */
export function requestsTo(operation: Operation): Arbitrary<Sent> {
  const document = documents[operation.surface];
  const described = readOperation(document, operation.path, operation.method);
  const parts = fc.record({
    path: pathsOf(document, operation, parametersIn(described, 'path')),
    query: queriesOf(document, parametersIn(described, 'query')),
    headers: headersOf(document, parametersIn(described, 'header')),
    body: bodiesOf(document, described, operation.operationId as OperationId),
  });
  return parts as Arbitrary<Sent>;
}

function pathsOf(
  document: OpenApiDocument,
  { path }: Operation,
  inPath: readonly ParameterObject[],
): Arbitrary<string> {
  const values = inPath.map(({ schema }) => mostly(valuesOf(document, schema), ODD_SEGMENTS));
  return fc
    .tuple(...values)
    .map((chosen) =>
      inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(String(chosen[index]))),
        path as string,
      ),
    );
}

const ODD_SEGMENTS = fc.constantFrom(
  ...[
    '0',
    'x',
    '..',
    '.',
    '%2e%2e',
    'a/b',
    ' ',
    'ä',
    '\u{1f4a7}',
    'x'.repeat(70),
    "'",
    '00000000-0000-0000-0000-00000000000',
    '{pipeId}',
  ],
  'urn:uuid:018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34',
);

function queriesOf(document: OpenApiDocument, parameters: readonly ParameterObject[]): Arbitrary<string> {
  const known = parameters.map(({ name, schema }) =>
    valuesOf(document, schema).map((value) => `${name}=${encodeURIComponent(String(value))}`),
  );
  const names = parameters.map(({ name }) => name);
  const odd = fc
    .tuple(fc.constantFrom(...names, ...ODD_PARAMETERS), fc.constantFrom(...ODD_TEXTS))
    .map(([name, value]) => `${name}${value}`);
  return fc
    .tuple(fc.subarray(known.length === 0 ? [odd] : [...known, odd]), fc.boolean())
    .chain(([chosen, none]) =>
      none || chosen.length === 0
        ? fc.constant('')
        : fc.tuple(...chosen).map((pairs) => `?${pairs.join('&')}`),
    );
}

const ODD_PARAMETERS = [
  'x',
  'limit',
  'a[b]',
  '[a]',
  '%5Ba%5D',
  'Limit',
  '__proto__',
  'constructor',
  '',
  '%00',
  'a%2Fb',
  '~',
];
const ODD_TEXTS = [
  '',
  '=',
  '=1',
  '=0',
  '=1001',
  '=-1',
  '=1.0',
  '=0x1',
  '=1e2',
  '=a&limit=1',
  '=%zz',
  '=%ff',
  '=+',
  '=%20',
  '=a,b',
  '=[]',
  `=${'x'.repeat(600)}`,
];

function headersOf(
  document: OpenApiDocument,
  parameters: readonly ParameterObject[],
): Arbitrary<Record<string, string>> {
  const entries = parameters.map(({ name, schema }) => [
    name,
    mostly(valuesOf(document, schema).map(printable), ODD_HEADERS),
  ]);
  return fc.record(Object.fromEntries(entries), { requiredKeys: [] }) as Arbitrary<Record<string, string>>;
}

const ODD_HEADERS = fc.constantFrom(
  '',
  ' ',
  'a b',
  '"1", "2"',
  '*',
  'W/"1"',
  'x'.repeat(300),
  'x'.repeat(1100),
  'ä',
  '\t',
);

/** Node sends no other characters in a header. */
function printable(value: unknown): string {
  return String(value).replaceAll(/[^\x20-\x7e]/g, '.');
}

function bodiesOf(
  document: OpenApiDocument,
  { requestBody }: DescribedOperation,
  operationId: OperationId,
): Arbitrary<unknown> {
  if (requestBody === undefined) return fc.constant(undefined);
  const good = valuesOf(document, requestBody.content?.['application/json']?.schema);
  // Few generated objects follow all rules between their properties.
  const examples = fc.constantFrom(...Object.values(requestExamples(operationId)));
  // A null is sent as it is; undefined is no body at all.
  return fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 1, arbitrary: examples },
    { weight: 2, arbitrary: nearly(examples) },
    { weight: 8, arbitrary: nearly(good) },
    { weight: 3, arbitrary: hostileValues },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function mostly<T>(usual: Arbitrary<T>, odd: Arbitrary<T>): Arbitrary<T> {
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });
}
