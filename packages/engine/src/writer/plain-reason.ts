import type { EngineError } from '../port/engine-error.ts';

const TOO_LARGE =
  /cannot be safely converted into type (\S+?): while executing 'FUNCTION accurateCast\((?:__table\d+\.)?(.+?) :: \d/i;

/** Why the engine rejected data, without the data itself, the file that the data was read from, and the steps of the engine. */
export function reasonOf({ detail }: EngineError): string {
  const [, type, field] = TOO_LARGE.exec(detail) ?? [];
  if (type !== undefined) return `A value of the field ${field} is too large or too small for ${type}`;
  return detail
    .replace(/: While executing [\s\S]*$/i, '')
    .replace(/\(in file\/uri [^)]*\)/g, '')
    .replace(/ before: '(?:[^'\\]|\\.)*'/g, '')
    .replace(/\(at row \d+\)/g, '')
    .replace(/: \(while/g, ' (while')
    .replace(/\s+/g, ' ')
    .replace(/[\s:]+$/, '');
}
