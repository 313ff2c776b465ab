import { posix } from 'node:path';

const SOURCE_PATHS = 'openapi/paths/api-v2/';
const TWIN_PATHS = 'openapi/paths/v1/stack/';
const EXAMPLES = 'openapi/examples/';
const STACK_SCHEMAS = 'openapi/components/schemas/stack/';

/** Components that have a counterpart of another name under `/v1`. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  'openapi/components/schemas/shared/EmptyResponse.yaml':
    'openapi/components/schemas/shared/DeletedResponse.yaml',
  'openapi/components/schemas/shared/PageMeta.yaml': 'openapi/components/schemas/shared/NextCursor.yaml',
};

/** The envelope of `/api/v2` and that of `/v1`. */
export const ENVELOPE_DECISIONS = { source: 'D-04', twin: 'D-03' } as const;

/** The name of an operation under `/v1`: `Stack` after the verb. */
export function twinOperationId(operationId: string): string {
  return operationId.replace(/^[a-z]+/, '$&Stack');
}

/** The path key of an operation under `/v1`. */
export function twinPathKey(pathKey: string): string {
  return pathKey.replace(/^\/api\/v2\//, '/v1/organizations/{organizationId}/services/{serviceId}/stack/');
}

/** Whether a file of the contract is a path of the source surface. */
export function isSourcePath(path: string): boolean {
  return path.startsWith(SOURCE_PATHS);
}

/** Whether a file of the contract belongs to the folder that only has twins. */
export function isInTwinFolder(path: string): boolean {
  return path.startsWith(TWIN_PATHS);
}

/** Whether a file is an envelope of `/api/v2`, which differs under `/v1`. */
export function isEnvelope(path: string): boolean {
  return path.startsWith(STACK_SCHEMAS) && path.endsWith('Response.yaml');
}

/** Whether a file is the example of a response. Those of requests are shared by both surfaces. */
export function isResponseExample(path: string): boolean {
  return path.startsWith(EXAMPLES) && posix.basename(path).startsWith('response.');
}

/** The file that the twin uses where its source uses `path`; the same file if both surfaces share it. */
export function twinFile(path: string): string {
  if (isSourcePath(path)) return TWIN_PATHS + path.slice(SOURCE_PATHS.length);
  if (isEnvelope(path)) return `${STACK_SCHEMAS}Stack${posix.basename(path)}`;
  if (!isResponseExample(path)) return COUNTERPARTS[path] ?? path;
  return `${EXAMPLES}${twinOperationId(posix.basename(posix.dirname(path)))}/${posix.basename(path)}`;
}

/** The file that a reference in `from` leads to. */
export function targetOf(from: string, reference: string): string {
  return posix.join(posix.dirname(from), reference);
}

/** The reference in the twin of `from` that corresponds to a reference in `from`. */
export function twinReference(from: string, reference: string): string {
  const path = posix.relative(posix.dirname(twinFile(from)), twinFile(targetOf(from, reference)));
  return path;
}
