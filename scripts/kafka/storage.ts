import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CLUSTER_ID = 'cGVuc3RvY2stdGVzdHMtMQ';

export type Properties = Readonly<Record<string, string | number>>;

/** Writes the properties of a broker into a folder, and returns the path of the file. */
export async function writeProperties(folder: string, properties: Properties): Promise<string> {
  const file = join(folder, 'server.properties');
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, lines.join('\n'));
  return file;
}

/** The Java program that formats the storage of a broker, and its arguments. */
export function formatCommand(file: string): string[] {
  return ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', file];
}
