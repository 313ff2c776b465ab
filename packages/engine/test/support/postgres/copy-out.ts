import { Readable } from 'node:stream';
import type { Client, Connection } from 'pg';

/** What Postgres sends for a COPY … TO STDOUT. */
export function copyOut(client: Client, statement: string): Readable {
  const { connection } = client as Client & { readonly connection: Connection };
  const chunks: Buffer[] = [];
  const receive = ({ chunk }: { readonly chunk: Buffer }) => chunks.push(Buffer.from(chunk));
  connection.on('copyData', receive);
  return Readable.from(
    (async function* () {
      await client.query(statement);
      connection.off('copyData', receive);
      yield Buffer.concat(chunks);
    })(),
  );
}
