import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate and its key, in PEM format. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Certificates that one authority signed. */
export interface Certificates {
  readonly authority: string;
  readonly server: KeyPair;
  readonly client: KeyPair;
}

/** Creates an authority, and certificates for a server on localhost and for a client. They are valid for two days. */
export async function createCertificates(folder: string): Promise<Certificates> {
  const { certificate: authority } = await create(folder, 'authority', []);
  const signed = ['-CA', join(folder, 'authority.pem'), '-CAkey', join(folder, 'authority.key')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  return {
    authority,
    server: await create(folder, 'server', [...signed, '-addext', names]),
    client: await create(folder, 'client', signed),
  };
}

async function create(folder: string, name: string, options: readonly string[]): Promise<KeyPair> {
  const certificateFile = join(folder, `${name}.pem`);
  const keyFile = join(folder, `${name}.key`);
  const request = ['req', '-x509', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  await promisify(execFile)('openssl', [...request, ...key, ...files, ...options]);
  return {
    certificate: await readFile(certificateFile, 'utf8'),
    privateKey: await readFile(keyFile, 'utf8'),
  };
}
