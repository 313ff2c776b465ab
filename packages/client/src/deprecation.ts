import { callName } from './errors.ts';
import type { Hooks, RequestEvent } from './hooks.ts';

/** Reports each operation that a response marks as deprecated once: `Deprecation` (RFC 9745) or `Sunset` (RFC 8594). */
export function createDeprecationNotice(report: Hooks['onDeprecation']) {
  const reported = new Set<string>();
  return (headers: Headers, request: RequestEvent): unknown => {
    const deprecation = headers.get('deprecation');
    const sunset = headers.get('sunset');
    const operation = callName(request);
    if ((!deprecation && !sunset) || reported.has(operation)) return;
    reported.add(operation);
    if (report) return report({ request, deprecation, sunset });
    return console.warn(`${operation} is deprecated${sunset ? `, until ${sunset}` : ''}.`);
  };
}
