import { isObject } from '../documents/openapi.ts';
import { pointerOf } from '../documents/pointer.ts';
import type { BreakingChange, Rule } from './rule.ts';

export const problemStatusChanged: Rule = {
  id: 'problem-status-changed',
  why: 'Clients branch on the code and on the status: another status leads to another branch.',
  instead: 'Give the new case a code of its own.',
  document(base, revision) {
    const after = statusesByCode(revision);
    return [...statusesByCode(base)].flatMap(([code, { statuses, pointer }]): BreakingChange[] => {
      const now = after.get(code)?.statuses;
      if (now === undefined || [...statuses].some((status) => now.has(status))) return [];
      return [
        {
          summary: `The problem code \`${code}\` has the status ${list(now)} and had ${list(statuses)}.`,
          pointer,
          before: [...statuses],
          after: [...now],
        },
      ];
    });
  },
};

interface Known {
  readonly statuses: Set<number>;
  /** The pointer of the first example with the code. */
  readonly pointer: string;
}

/** Problems (RFC 9457) are known by the examples of their media type. */
function statusesByCode(document: unknown): Map<string, Known> {
  const found = new Map<string, Known>();
  const visit = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      if (key === 'application/problem+json' && isObject(child)) collect(child, [...path, key], found);
      else visit(child, [...path, key]);
    }
  };
  visit(document, []);
  return found;
}

function collect(
  media: Readonly<Record<string, unknown>>,
  path: readonly string[],
  found: Map<string, Known>,
) {
  for (const [name, example] of Object.entries(isObject(media.examples) ? media.examples : {})) {
    const value = isObject(example) ? example.value : undefined;
    if (!isObject(value) || typeof value.code !== 'string' || typeof value.status !== 'number') continue;
    const known = found.get(value.code) ?? {
      statuses: new Set(),
      pointer: pointerOf([...path, 'examples', name, 'value', 'status']),
    };
    known.statuses.add(value.status);
    found.set(value.code, known);
  }
}

function list(statuses: ReadonlySet<number>): string {
  return [...statuses].join(' and ');
}
