import { createRequire } from 'node:module';
import { BlobServiceClient } from '@azure/storage-blob';
import { BUCKET, type S3Server } from '@penstock/object-storage/s3-server';

/** The account of the emulator; it is the same everywhere. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

export interface TestAzure extends S3Server {
  readonly connectionString: string;
}

interface Emulator {
  start(): Promise<void>;
  close(): Promise<void>;
  getHttpServerAddress(): string;
}

/** The package has neither types nor an entry for programs. */
function loadEmulator(): Emulator {
  const load = createRequire(import.meta.url);
  const { default: BlobServer } = load('azurite/dist/src/blob/BlobServer.js');
  const { default: BlobConfiguration } = load('azurite/dist/src/blob/BlobConfiguration.js');
  const noLog = [false, undefined, false, undefined];
  const [loose, skipApiVersionCheck, inMemory] = [true, true, true];
  const noTls = ['', '', '', undefined];
  return new BlobServer(
    new BlobConfiguration(
      '127.0.0.1',
      0,
      5,
      '',
      '',
      [],
      ...noLog,
      loose,
      skipApiVersionCheck,
      ...noTls,
      false,
      inMemory,
    ),
  );
}

/** The emulator of Azure Blob Storage, in memory, with one container. */
export async function startAzure(): Promise<TestAzure> {
  const emulator = loadEmulator();
  await emulator.start();
  const url = emulator.getHttpServerAddress();
  const connectionString = `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${url}/${ACCOUNT};`;
  const container = BlobServiceClient.fromConnectionString(connectionString).getContainerClient(BUCKET);
  await container.create();
  return {
    url,
    connectionString,
    put: async (key, body) => void (await container.getBlockBlobClient(key).uploadData(Buffer.from(body))),
    delete: async (key) => void (await container.deleteBlob(key)),
    stop: () => emulator.close(),
  };
}
