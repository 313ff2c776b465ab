import type {
  KafkaAuthenticationName,
  KafkaSource,
  KafkaSourceCreate,
  KafkaSourceUpdate,
  KafkaTypeName,
  Readable,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { errorEntry, required } from '../../stack/base/error-entries.ts';
import { present } from '../../stack/base/present.ts';
import { checkPair } from './secret-pair.ts';
import { merged, type SourcePlan, type SourceRules } from './source.ts';

type Source = Readable<KafkaSource>;
type Authentication = KafkaAuthenticationName;

/** The authentication methods that each type of broker supports (D-21). */
const AUTHENTICATIONS: Readonly<Record<KafkaTypeName, readonly Authentication[]>> = {
  kafka: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
  redpanda: ['SCRAM-SHA-256', 'SCRAM-SHA-512', 'MUTUAL_TLS'],
  msk: ['SCRAM-SHA-512', 'IAM_ROLE', 'IAM_USER', 'MUTUAL_TLS'],
  confluent: ['PLAIN', 'MUTUAL_TLS'],
  warpstream: ['PLAIN'],
  azureeventhub: ['PLAIN'],
  dokafka: ['SCRAM-SHA-256', 'MUTUAL_TLS'],
};

/** PLAIN is not in the list, because some brokers accept it without a user name. */
const NEEDS_CREDENTIALS: readonly Authentication[] = ['SCRAM-SHA-256', 'SCRAM-SHA-512', 'IAM_USER'];

export const kafka: SourceRules<Writable<KafkaSourceCreate>, Writable<KafkaSourceUpdate>, Source> = {
  define(body, pipeId) {
    const { credentials, schemaRegistry, offset, ...rest } = body;
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
    return {
      source: present(source) as Source,
      secrets: present({ credentials, schemaRegistryCredentials }),
    };
  },

  change({ source, secrets }, { credentials, ...rest }) {
    return {
      source: { ...source, ...present(rest) } as Source,
      secrets: present({ ...secrets, credentials: merged(secrets.credentials, credentials) }),
    };
  },

  check(plan) {
    return [...checkAuthentication(plan), ...checkOffset(plan.source)];
  },
};

function checkAuthentication({ source, secrets }: SourcePlan<Source>): ErrorEntry[] {
  // Stored values were validated against the closed sets of a request.
  const type = source.type as KafkaTypeName;
  const authentication = source.authentication as Authentication;
  if (!AUTHENTICATIONS[type].includes(authentication)) {
    const allowed = AUTHENTICATIONS[type].join(', ');
    return [
      errorEntry('/authentication', 'not_applicable', `must be one of ${allowed} for the type ${type}`),
    ];
  }
  if (authentication === 'IAM_ROLE' && source.iamRole === undefined)
    return [required('/iamRole', 'by IAM_ROLE')];
  const reason = NEEDS_CREDENTIALS.includes(authentication) ? `by ${authentication}` : undefined;
  return checkPair('/credentials', secrets.credentials, ['username', 'password'], reason);
}

function checkOffset({ offset }: Source): ErrorEntry[] {
  const timed = offset.strategy === 'from_timestamp';
  if (timed && offset.timestamp === undefined) return [required('/offset/timestamp', 'by from_timestamp')];
  if (!timed && offset.timestamp !== undefined) {
    return [errorEntry('/offset/timestamp', 'not_applicable', 'applies to the strategy from_timestamp only')];
  }
  if (offset.timestamp !== undefined && !isCalendarMinute(offset.timestamp)) {
    return [
      errorEntry(
        '/offset/timestamp',
        'invalid_format',
        'must be a valid date and time, such as 2026-11-20T08:30',
      ),
    ];
  }
  return [];
}

/** The pattern of the contract accepts the 31st of February. */
function isCalendarMinute(timestamp: string): boolean {
  const time = new Date(`${timestamp}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(timestamp);
}
