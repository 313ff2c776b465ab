import { twinEnvelope } from './envelopes.ts';
import { type ManagedValues, twinExample } from './examples.ts';
import { isEnvelope, isResponseExample, twinFile } from './names.ts';
import { sourceEntries, twinEntries } from './path-entries.ts';
import { twinPathFile } from './paths.ts';
import { referencedFiles } from './references.ts';
import { readSource, type SourceFile } from './source-file.ts';

/** A file that follows from another one. All paths are relative to the workspace. */
export interface Twin {
  path: string;
  source: string;
  content: string;
}

const MANAGEMENT = 'openapi/management.yaml';
const OBSERVABILITY = 'openapi/observability.yaml';
const DELETED = 'openapi/components/schemas/shared/DeletedResponse.yaml';
const REQUEST_ID = 'openapi/components/schemas/shared/RequestId.yaml';
const SERVICE_ID = 'openapi/components/parameters/ServiceId.yaml';

/**
 * Derives the managed twins of the paths of `/api/v2` in memory: path files, envelopes, response examples, and the path entries.
 *
 * @throws ContractError if a source is missing or is not YAML
 */
export async function deriveTwins(workspace: string): Promise<Twin[]> {
  const read = (path: string) => readSource(workspace, path);
  const entries = sourceEntries(await read(OBSERVABILITY));
  if (entries.length === 0) return [];
  const management = await read(MANAGEMENT);
  const paths = await Promise.all(entries.map(({ file }) => read(file)));
  const used = [...new Set(paths.flatMap(referencedFiles))].sort();
  const deleted = await read(DELETED);
  const values = await managedValues(read);
  const derived = async (path: string, derive: (source: SourceFile) => string) =>
    written(await read(path), derive);
  return [
    { path: MANAGEMENT, source: OBSERVABILITY, content: twinEntries(management, entries) },
    ...paths.map((source) => written(source, twinPathFile)),
    ...(await Promise.all(
      used.filter(isEnvelope).map((path) => derived(path, (source) => twinEnvelope(source, deleted))),
    )),
    ...(await Promise.all(
      used.filter(isResponseExample).map((path) => derived(path, (source) => twinExample(source, values))),
    )),
  ];
}

/** The first line of each file that `pnpm twin` writes. */
export const WRITTEN = '# Written by `pnpm twin` from ';

function written(source: SourceFile, derive: (source: SourceFile) => string): Twin {
  const header = `${WRITTEN}${source.path}. Edit that file.\n`;
  return { path: twinFile(source.path), source: source.path, content: header + derive(source) };
}

async function managedValues(read: (path: string) => Promise<SourceFile>): Promise<ManagedValues> {
  const [requestId, serviceId] = await Promise.all([read(REQUEST_ID), read(SERVICE_ID)]);
  return {
    requestId: String(requestId.document.getIn(['examples', 0])),
    serviceId: String(serviceId.document.get('example')),
  };
}
