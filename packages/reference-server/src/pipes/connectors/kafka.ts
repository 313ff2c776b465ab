import type {
  KafkaSource,
  KafkaSourceCreate,
  KafkaSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import { present } from '../../stack/base/present.ts';
import {
  type AuthenticationTable,
  checkAuthentication,
  type UsedFields,
  withoutUnused,
} from './authentication.ts';
import { changeSource, type SourceRules, splitSecrets } from './source.ts';

type Source = Readable<KafkaSource>;

const CREDENTIALS: UsedFields = { required: ['credentials'] };
const CERTIFICATE: UsedFields = { required: ['clientCertificate'] };

/** Some brokers accept PLAIN without a user name. */
const KAFKA_AUTHENTICATION: AuthenticationTable = {
  fields: ['credentials', 'accessKey', 'iamRole', 'clientCertificate', 'connectionString'],
  methods: {
    kafka: {
      PLAIN: { optional: ['credentials'] },
      'SCRAM-SHA-256': CREDENTIALS,
      'SCRAM-SHA-512': CREDENTIALS,
      MUTUAL_TLS: CERTIFICATE,
    },
    redpanda: { 'SCRAM-SHA-256': CREDENTIALS, 'SCRAM-SHA-512': CREDENTIALS, MUTUAL_TLS: CERTIFICATE },
    msk: {
      'SCRAM-SHA-512': CREDENTIALS,
      IAM_ROLE: { required: ['iamRole'] },
      IAM_USER: { required: ['accessKey'] },
      MUTUAL_TLS: CERTIFICATE,
    },
    confluent: { PLAIN: CREDENTIALS, MUTUAL_TLS: CERTIFICATE },
    warpstream: { PLAIN: { optional: ['credentials'] } },
    azureeventhub: { PLAIN: { required: ['connectionString'] } },
    dokafka: { 'SCRAM-SHA-256': CREDENTIALS, MUTUAL_TLS: CERTIFICATE },
  },
};

export const kafka: SourceRules<Writable<KafkaSourceCreate>, Writable<KafkaSourceUpdate>, Source> = {
  define(body, pipeId) {
    const { visible, secrets } = splitSecrets(body);
    const { schemaRegistry, offset, ...rest } = visible;
    const { credentials: schemaRegistryCredentials, ...registry } = schemaRegistry ?? {};
    const source = {
      ...rest,
      type: body.type ?? 'kafka',
      consumerGroup: body.consumerGroup ?? `penstock-${pipeId}`,
      authentication: body.authentication ?? 'PLAIN',
      offset: { ...offset, strategy: offset?.strategy ?? 'from_latest' },
      schemaRegistry: schemaRegistry && (registry as Source['schemaRegistry']),
      reversePrivateEndpointIds: body.reversePrivateEndpointIds ?? [],
    };
    return { source: present(source) as Source, secrets: present({ ...secrets, schemaRegistryCredentials }) };
  },

  change: (plan, change) => withoutUnused(KAFKA_AUTHENTICATION, changeSource(plan, change), change),

  check: (plan) => checkAuthentication(KAFKA_AUTHENTICATION, plan),
};
