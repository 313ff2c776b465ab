import { isIP, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { SESSION_OPTIONS } from '../types/session-settings.ts';
import { iamPassword } from './iam-password.ts';
import type { PostgresAccess } from './postgres-access.ts';

const CONNECT_MS = 10_000;

/** The configuration of a connection. Nothing of it comes from variables of the environment. */
export function clientConfig(access: PostgresAccess): ClientConfig {
  const { source, secrets } = access;
  return {
    // The name of the certificate. The socket connects to the host of the pipe.
    host: source.tlsHost ?? source.host,
    port: source.port,
    database: source.database,
    user: secrets.credentials?.username ?? '',
    password:
      source.authentication === 'IAM_ROLE' ? iamPassword(access) : (secrets.credentials?.password ?? ''),
    ssl: source.disableTls ? false : tlsOptions(access),
    stream: () => checkedSocket(access),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'penstock',
    options: SESSION_OPTIONS,
  };
}

function tlsOptions({ source }: PostgresAccess): ConnectionOptions {
  const name = source.tlsHost ?? source.host;
  return {
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
    ...(source.caCertificate !== undefined && { ca: source.caCertificate }),
    rejectUnauthorized: !source.skipCertVerification,
  };
}

/** A socket that connects to the host of the source, at an address that was checked. */
function checkedSocket({ source: { host, port }, addresses }: PostgresAccess): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  const { lookup } = addresses;
  socket.connect = () => connect({ host, port, lookup, autoSelectFamily: true });
  return socket;
}
