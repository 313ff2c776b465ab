import type { EngineError } from '../port/engine-error.ts';

/** Why the engine rejected data, without the data itself, the file that the data was read from, and the steps of the engine. */
export function reasonOf({ detail }: EngineError): string {
  return detail
    .replace(/: While executing [\s\S]*$/, '')
    .replace(/\(in file\/uri [^)]*\)/g, '')
    .replace(/ before: '(?:[^'\\]|\\.)*'/g, '')
    .replace(/\(at row \d+\)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s:]+$/, '');
}
