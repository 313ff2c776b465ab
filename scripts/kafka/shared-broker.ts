import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerProcess } from './broker-process.ts';
import { nodeProperties } from './broker-properties.ts';
import { type Certificates, createCertificates } from './certificates.ts';
import { freePorts } from './free-ports.ts';

/** A broker with one listener for each way to connect. */
export interface SharedBroker {
  /** Without TLS and without authentication. */
  readonly plaintext: string;
  readonly tls: string;
  /** SASL over TLS: PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. */
  readonly sasl: string;
  /** Requires a client certificate. */
  readonly mutualTls: string;
  readonly certificates: Certificates;
  readonly credentials: { readonly username: string; readonly password: string };
}

const LISTENERS = ['plaintext', 'tls', 'sasl', 'mutualTls'] as const;
const PROTOCOLS = { plaintext: 'PLAINTEXT', tls: 'SSL', sasl: 'SASL_SSL', mutualTls: 'SSL' } as const;
const CREDENTIALS = { username: 'reader', password: 'paper-lantern-harbour' };

/** Starts a broker, and returns it with the function that ends it. */
export async function startSharedBroker(): Promise<{ broker: SharedBroker; end: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-kafka-'));
  const certificates = await createCertificates(folder);
  const [controller = 0, ...ports] = await freePorts(LISTENERS.length + 1);
  const files = await writeStores(folder, certificates);
  const process = await BrokerProcess.format(
    folder,
    ports[0] as number,
    {
      ...nodeProperties(1, new Map([[1, controller]]), join(folder, 'data')),
      ...listenerProperties(controller, ports),
      ...securityProperties(files),
    },
    ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${CREDENTIALS.username},password=${CREDENTIALS.password}]`,
    ]),
  );
  await process.start();
  const [plaintext, tls, sasl, mutualTls] = ports.map((port) => `localhost:${port}`) as [
    string,
    string,
    string,
    string,
  ];
  return {
    broker: { plaintext, tls, sasl, mutualTls, certificates, credentials: CREDENTIALS },
    async end() {
      await process.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listenerProperties(controller: number, ports: readonly number[]) {
  const names = LISTENERS.map((listener) => listener.toUpperCase());
  const protocols = LISTENERS.map((listener) => `${listener.toUpperCase()}:${PROTOCOLS[listener]}`);
  return {
    listeners: [
      `CONTROLLER://127.0.0.1:${controller}`,
      ...names.map((name, index) => `${name}://127.0.0.1:${ports[index]}`),
    ].join(','),
    'advertised.listeners': names.map((name, index) => `${name}://localhost:${ports[index]}`).join(','),
    'listener.security.protocol.map': ['CONTROLLER:PLAINTEXT', ...protocols].join(','),
    'inter.broker.listener.name': 'PLAINTEXT',
  };
}

async function writeStores(folder: string, { authority, server }: Certificates) {
  const keyStore = join(folder, 'key-store.pem');
  const trustStore = join(folder, 'trust-store.pem');
  await writeFile(keyStore, `${server.privateKey}${server.certificate}`);
  await writeFile(trustStore, authority);
  return { keyStore, trustStore };
}

function securityProperties({ keyStore, trustStore }: { keyStore: string; trustStore: string }) {
  const { username, password } = CREDENTIALS;
  const sasl = 'listener.name.sasl';
  const modules = 'org.apache.kafka.common.security';
  return {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keyStore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': trustStore,
    'listener.name.mutualtls.ssl.client.auth': 'required',
    [`${sasl}.sasl.enabled.mechanisms`]: 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    [`${sasl}.plain.sasl.jaas.config`]: `${modules}.plain.PlainLoginModule required user_${username}="${password}";`,
    [`${sasl}.scram-sha-256.sasl.jaas.config`]: `${modules}.scram.ScramLoginModule required;`,
    [`${sasl}.scram-sha-512.sasl.jaas.config`]: `${modules}.scram.ScramLoginModule required;`,
  };
}
