import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { applyPatch, type Operation } from 'rfc6902';
import { parse } from 'yaml';

/** A request example, and the operations of RFC 6902 that make a server reject it. */
export interface PatchedRequest {
  /** The file name of the example without `.yaml`, such as `request.kafka`. */
  of: string;
  patch: Operation[];
}

/** Why a patch has no result, and the keys of the invalid example that lead to the reason. */
export interface PatchError {
  at: (string | number)[];
  message: string;
  advice: string;
}

/** Returns the patched body of a request example in `folder`, or why there is none. */
export async function patchRequest(
  folder: string,
  { of, patch }: PatchedRequest,
): Promise<{ body: unknown } | PatchError> {
  const text = await readFile(join(folder, `${of}.yaml`), 'utf8').catch(() => undefined);
  if (text === undefined) {
    const message = `There is no ${of}.yaml in the folder of this file.`;
    return { at: ['of'], message, advice: 'Write the name of a request example of the same operation.' };
  }
  const request: unknown = parse(text);
  // The library changes what it is given in place, so that it could not replace a whole body.
  const patched = { body: structuredClone(request) };
  const failed = applyPatch(patched, patch.map(belowBody)).findIndex((error) => error !== null);
  if (failed !== -1) {
    const { op, path } = patch[failed] ?? {};
    const message = `${of} has no location for this operation: ${op} ${path}.`;
    return {
      at: ['patch', failed],
      message,
      advice: 'Correct the path, which is a JSON Pointer into the request.',
    };
  }
  if (!isDeepStrictEqual(patched.body, request)) return patched;
  const message = `The patch leaves ${of} as it is.`;
  return { at: ['patch'], message, advice: 'Change what the server must reject.' };
}

function belowBody(operation: Operation): Operation {
  const path = `/body${operation.path}`;
  return 'from' in operation
    ? { ...operation, path, from: `/body${operation.from}` }
    : { ...operation, path };
}
