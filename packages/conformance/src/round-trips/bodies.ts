import type { OperationId } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { withoutValueAt, withValueAt } from '../json/pointer.ts';
import type { Session } from '../session.ts';

/** A body that a server accepts. */
export interface KnownBody {
  /** The name of an example, such as `kafka`, or of a variation. */
  readonly name: string;
  create(session: Session): Promise<unknown>;
}

/** Changes of an example, for fields that no example contains. */
interface Variation {
  readonly example: string;
  readonly remove?: readonly string[];
  readonly set: (session: Session) => Readonly<Record<string, unknown>>;
}

/** Returns the examples of an operation, and variations of them so that every secret field occurs in one. */
export function bodiesOf(operationId: OperationId): KnownBody[] {
  const examples = Object.keys(requestExamples(operationId)).map((name) => ({
    name,
    create: (session: Session) => session.exampleBody(operationId, name),
  }));
  const more = Object.entries(VARIATIONS[operationId] ?? {}).map(([name, variation]) => ({
    name,
    create: (session: Session) => varied(operationId, variation, session),
  }));
  return [...examples, ...more];
}

async function varied(operationId: OperationId, { example, remove = [], set }: Variation, session: Session) {
  const body = await session.exampleBody(operationId, example);
  const without = remove.reduce(withoutValueAt, body);
  return Object.entries(set(session)).reduce(
    (made, [pointer, value]) => withValueAt(made, pointer, value),
    without,
  );
}

const AZURE: Variation = {
  example: 'objectStorage',
  remove: ['/settings'],
  set: (session) => ({
    '/source/objectStorage': {
      type: 'azureblobstorage',
      format: 'Parquet',
      azureContainerName: 'events',
      path: '2026/**/*.parquet',
      connectionString: `AccountName=shop;AccountKey=${session.secret()};EndpointSuffix=core.windows.net`,
    },
  }),
};

const accessKey = (session: Session) => ({ accessKeyId: session.secret(), secretKey: session.secret() });

const MSK: Variation = {
  example: 'kafka',
  remove: ['/source/kafka/credentials'],
  set: (session) => ({
    '/source/kafka/type': 'msk',
    '/source/kafka/authentication': 'IAM_USER',
    '/source/kafka/accessKey': accessKey(session),
  }),
};

const SECRETIVE_WEBHOOK: Variation = {
  example: 'rename',
  set: (session) => ({
    '/headers': { Authorization: `Bearer ${session.secret()}` },
    '/secret': `whsec_${Buffer.from(session.secret()).toString('base64')}`,
  }),
};

const VARIATIONS: { readonly [Id in OperationId]?: Readonly<Record<string, Variation>> } = {
  createPipe: { azure: AZURE, msk: MSK },
  discoverPipeSchema: {
    azure: AZURE,
    msk: MSK,
    kafkaMutualTls: {
      example: 'kafka',
      remove: ['/source/kafka/credentials'],
      set: (session) => ({
        '/source/kafka/authentication': 'MUTUAL_TLS',
        '/source/kafka/clientCertificate': { certificate: session.secret(), privateKey: session.secret() },
      }),
    },
    eventHubs: {
      example: 'kafka',
      remove: ['/source/kafka/credentials', '/source/kafka/authentication'],
      set: (session) => ({
        '/source/kafka/type': 'azureeventhub',
        '/source/kafka/connectionString': `SharedAccessKey=${session.secret()}`,
      }),
    },
    kinesis: {
      example: 'kafka',
      set: (session) => ({
        '/source': {
          kinesis: {
            streamName: 'clicks',
            region: 'eu-west-1',
            format: 'JSONEachRow',
            accessKey: accessKey(session),
          },
        },
      }),
    },
  },
  updatePipe: {
    connectionString: {
      example: 'objectStorage',
      remove: ['/settings'],
      set: (session) => ({
        '/source/objectStorage': { connectionString: `AccountName=other;AccountKey=${session.secret()}` },
      }),
    },
    kinesisKey: {
      example: 'kinesis',
      remove: ['/destination'],
      set: (session) => ({
        '/source/kinesis': { accessKey: accessKey(session) },
      }),
    },
    mskKey: {
      example: 'rotateCredentials',
      set: (session) => ({ '/source/kafka': { accessKey: accessKey(session) } }),
    },
    clientCertificate: {
      example: 'rotateCredentials',
      set: (session) => ({
        '/source/kafka': {
          clientCertificate: { certificate: session.secret(), privateKey: session.secret() },
        },
      }),
    },
    eventHubs: {
      example: 'rotateCredentials',
      set: (session) => ({
        '/source/kafka': {
          connectionString: `SharedAccessKeyName=reader;SharedAccessKey=${session.secret()}`,
        },
      }),
    },
  },
  updateWebhook: { secrets: SECRETIVE_WEBHOOK },
  updateStackWebhook: { secrets: SECRETIVE_WEBHOOK },
};
