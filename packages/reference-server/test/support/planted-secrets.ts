import { randomBytes } from 'node:crypto';
import { type OperationId, secretFields } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { expect } from 'vitest';

type Body = Record<string, unknown>;

/** What every marker begins with. */
export const MARK = `leak${randomBytes(10).toString('hex')}`;

/** A field of a request that the contract calls a secret, and a body of the contract that has it, with a marker in it. */
export interface PlantedSecret {
  readonly operationId: OperationId;
  readonly pointer: string;
  readonly marker: string;
  readonly body: Body;
  /** The body with this in place of the secret. */
  with(value: unknown): Body;
}

/** One for each field of `secretFields`. A field that no body has fails the test that asks for it. */
export function plantedSecrets(): PlantedSecret[] {
  return Object.entries(secretFields).flatMap(([id, pointers]) =>
    pointers.map((pointer) => plant(id as OperationId, pointer)),
  );
}

/** The body of an operation that has this field, with the marker as its value. */
export function plant(operationId: OperationId, pointer: string): PlantedSecret {
  const bodies = [...Object.values(requestExamples(operationId)), ...(MORE_BODIES[operationId] ?? [])];
  const base = bodies.find((body) => valueAt(body, pointer) !== undefined);
  if (base === undefined)
    throw new Error(
      `No request example of ${operationId} has ${pointer}. Add one to the contract, or a body to MORE_BODIES.`,
    );
  const marker = `${MARK}-${operationId}${pointer.replaceAll('/', '-')}`;
  const replaced = (value: unknown) => withValueAt(base as Body, pointer, value);
  return {
    operationId,
    pointer,
    marker,
    body: replaced(marked(valueAt(base, pointer), marker)),
    with: replaced,
  };
}

/** What a text must not contain: the beginning of a marker as it is, in hexadecimal digits, and wherever it may begin in base64. */
export function formsOf(marker: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const text = Buffer.from(`${' '.repeat(offset)}${marker}`).toString('base64');
    // The first and the last characters contain bits of the text around the marker.
    return text.slice(offset === 0 ? 0 : 4, -4);
  });
  return [marker, Buffer.from(marker).toString('hex'), ...inBase64];
}

const AZURE = {
  type: 'azureblobstorage',
  azureContainerName: 'events',
  connectionString: 'AccountKey=x',
  isContinuous: true,
};
const WEBHOOK = { name: 'A webhook', url: 'https://hooks.example' };
const WEBHOOKS = [
  { ...WEBHOOK, headers: { authorization: 'x' } },
  { ...WEBHOOK, secret: 'whsec_' },
];

const ACCESS_KEY = { accessKeyId: 'x', secretKey: 'x' };
const PEM_HEADER = '-----BEGIN';
const PEM = `${PEM_HEADER} PRIVATE KEY-----\neA==\n-----END PRIVATE KEY-----\n`;

/** Where the contract has no example of a field. */
const MORE_BODIES: { readonly [Id in OperationId]?: readonly Body[] } = {
  createPipe: [azurePipe(), mskPipe()],
  discoverPipeSchema: [
    ...(Object.values(requestExamples('createPipe')) as Body[]),
    azurePipe(),
    mskPipe(),
  ].map(({ source }) => ({ source })),
  updatePipe: [
    { source: { kafka: { accessKey: ACCESS_KEY } } },
    { source: { kafka: { clientCertificate: { certificate: PEM, privateKey: PEM } } } },
    { source: { kafka: { connectionString: 'SharedAccessKey=x' } } },
    { source: { objectStorage: { connectionString: 'AccountKey=x' } } },
    { source: { kinesis: { accessKey: ACCESS_KEY } } },
  ],
  updateWebhook: WEBHOOKS,
  updateStackWebhook: WEBHOOKS,
};

function azurePipe(): Body {
  const { source, ...pipe } = requestExamples('createPipe').objectStorage as {
    source: { objectStorage: { format: string } };
  };
  return { ...pipe, source: { objectStorage: { format: source.objectStorage.format, ...AZURE } } };
}

/** A Kafka pipe with an access key. */
function mskPipe(): Body {
  const { source, ...pipe } = requestExamples('createPipe').kafka as { source: { kafka: object } };
  const { credentials, ...kafka } = source.kafka as { credentials?: unknown };
  return {
    ...pipe,
    source: { kafka: { ...kafka, type: 'msk', authentication: 'IAM_USER', accessKey: ACCESS_KEY } },
  };
}

/** A value of the same form as the original one, with the marker inside. */
function marked(value: unknown, marker: string): unknown {
  if (typeof value === 'object') return { authorization: `Bearer ${marker}`, [`x-${marker}`]: marker };
  if (typeof value !== 'string') return expect.fail(`${value} is no secret that this test can plant.`);
  if (value.startsWith('whsec_')) return `whsec_${Buffer.from(marker).toString('base64')}`;
  if (value.startsWith(PEM_HEADER)) return PEM.replace('eA==', marker);
  if (value.includes('=')) return `AccountName=shop;AccountKey=${marker}`;
  return marker;
}

function valueAt(body: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce((value, name) => (value as Body | undefined)?.[name], body);
}

function withValueAt(body: Body, pointer: string, value: unknown): Body {
  const copy = structuredClone(body);
  const segments = segmentsOf(pointer);
  const last = segments.pop() ?? expect.fail(pointer);
  const parent = segments.reduce((part, name) => part[name] as Body, copy);
  parent[last] = value;
  return copy;
}

function segmentsOf(pointer: string): string[] {
  return pointer.split('/').slice(1);
}
