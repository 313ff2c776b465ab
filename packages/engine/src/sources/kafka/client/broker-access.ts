import type { PipeDefinition, PipeSecrets } from '../../../pipe.ts';
import type { BrokerAddress } from './broker-address.ts';
import type { BrokerAccess } from './broker-connections.ts';
import { iamToken } from './iam-token.ts';

type KafkaDefinition = NonNullable<PipeDefinition['source']['kafka']>;

/** Products that are only reached with TLS. */
const ALWAYS_TLS = ['azureeventhub', 'confluent', 'dokafka', 'msk'];

/**
 * How the pipe authenticates to its brokers. A connection without credentials uses TLS if the pipe has a certificate authority
 * or a client certificate, or if its product is always reached with TLS. Credentials are sent over TLS only.
 */
export function brokerAccess(
  source: KafkaDefinition,
  secrets: PipeSecrets,
  brokers: readonly BrokerAddress[],
): BrokerAccess {
  const sasl = saslOf(source, secrets, brokers);
  const { clientCertificate } = secrets;
  const usesTls =
    sasl !== undefined ||
    clientCertificate !== undefined ||
    source.caCertificate !== undefined ||
    ALWAYS_TLS.includes(source.type);
  return {
    ...(sasl !== undefined && { sasl }),
    ...(usesTls && {
      tls: {
        ...(source.caCertificate !== undefined && { ca: source.caCertificate }),
        ...(clientCertificate !== undefined && {
          cert: clientCertificate.certificate,
          key: clientCertificate.privateKey,
        }),
      },
    }),
  };
}

function saslOf(
  source: KafkaDefinition,
  { credentials, connectionString, accessKey }: PipeSecrets,
  brokers: readonly BrokerAddress[],
): BrokerAccess['sasl'] {
  if (connectionString !== undefined)
    return { mechanism: 'PLAIN', username: '$ConnectionString', password: connectionString };
  const { authentication } = source;
  if (authentication === 'IAM_ROLE' || authentication === 'IAM_USER')
    return { mechanism: 'OAUTHBEARER', token: iamToken({ role: source.iamRole, accessKey }, brokers) };
  if (credentials?.password === undefined || authentication === 'MUTUAL_TLS') return undefined;
  const { username, password } = credentials;
  return { mechanism: mechanismOf(authentication), username, password };
}

function mechanismOf(authentication: string): 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512' {
  return authentication === 'SCRAM-SHA-256' || authentication === 'SCRAM-SHA-512' ? authentication : 'PLAIN';
}
