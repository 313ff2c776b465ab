import { isObject } from './openapi.ts';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';

const COMPONENTS = new Map(
  Object.entries({
    schemas: 'schema',
    parameters: 'parameter',
    headers: 'header',
    responses: 'response',
    requestBodies: 'request body',
    securitySchemes: 'security scheme',
    examples: 'example',
  }),
);

/** Describes a pointer in plain words; empty for an operation or a whole document. */
export function wordsFor(document: unknown, pointer: string): string {
  const segments = segmentsOf(pointer);
  const words: string[] = [];
  for (let at = segments[0] === 'paths' || segments[0] === 'webhooks' ? 3 : 0; at < segments.length; at++) {
    const [found, length] = wordsAt(document, segments, at);
    if (found !== '') words.push(found);
    at += length - 1;
  }
  return words.join(', ');
}

/** Returns the words for the segments at a position, and the number of segments that they describe. */
function wordsAt(
  document: unknown,
  segments: readonly string[],
  at: number,
): [words: string, length: number] {
  const [key = '', name, third] = segments.slice(at);
  if (key === 'components' && name !== undefined && third !== undefined) {
    return [`${COMPONENTS.get(name) ?? name} \`${third}\``, 3];
  }
  if (key === 'requestBody') return ['request body', 1];
  if (key === 'items') return ['items', 1];
  if (key === 'additionalProperties') return ['additional properties', 1];
  if (name === undefined) return ['', 1];
  switch (key) {
    case 'parameters':
      return [`parameter \`${parameterName(document, segments.slice(0, at + 2))}\``, 2];
    case 'responses':
      return [`response ${name}`, 2];
    case 'headers':
      return [`header \`${name}\``, 2];
    case 'properties':
      return [`property \`${name}\``, 2];
    case 'content':
      return ['', 2];
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return [`part ${Number(name) + 1} of \`${key}\``, 2];
    default:
      return ['', 1];
  }
}

function parameterName(document: unknown, segments: readonly string[]): string {
  const parameter = valueAt(document, pointerOf(segments));
  const target =
    isObject(parameter) && typeof parameter.$ref === 'string' ? valueAt(document, parameter.$ref) : parameter;
  return isObject(target) && typeof target.name === 'string' ? target.name : (segments.at(-1) ?? '');
}
