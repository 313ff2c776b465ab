import { callName } from './errors.ts';
import type { Hooks, RequestEvent } from './hooks.ts';

/** Tells once an operation that an answer calls it deprecated: `Deprecation` (RFC 9745) or `Sunset` (RFC 8594). */
export function createDeprecationNotice(tell: Hooks['onDeprecation']) {
  const told = new Set<string>();
  return (headers: Headers, request: RequestEvent): unknown => {
    const deprecation = headers.get('deprecation');
    const sunset = headers.get('sunset');
    const operation = callName(request);
    if ((!deprecation && !sunset) || told.has(operation)) return;
    told.add(operation);
    if (tell) return tell({ request, deprecation, sunset });
    return console.warn(`${operation} is deprecated${sunset ? `, until ${sunset}` : ''}.`);
  };
}
