import type { QueryResult } from '../engine-port.ts';

export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const collected: Uint8Array[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return Buffer.concat(collected);
}

export function resultOf(bytes: Uint8Array): QueryResult {
  const text = () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return {
    bytes,
    text,
    rows: () =>
      text()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}
