import type { Contract } from '../contract/contract.ts';
import type { AuthenticationTable } from '../contract/pipe-authentication.ts';
import { codeSpan, table } from '../markdown/prose.ts';

/** The authentication methods of each source and the fields that they use. */
export function pipeAuthentication({ pipeAuthentication: tables }: Contract): string {
  return Object.values(tables)
    .map((each) => `### ${each.title}\n\n${methodsOf(each)}`)
    .join('\n\n');
}

function methodsOf({ combinations }: AuthenticationTable): string {
  const rows = combinations.map(({ types, method, default: isDefault, required = [], optional = [] }) => [
    types.map(codeSpan).join(', '),
    `${method === 'none' ? 'none' : codeSpan(method)}${isDefault ? ' (default)' : ''}`,
    required.map(codeSpan).join(', ') || 'none',
    optional.map(codeSpan).join(', ') || 'none',
  ]);
  const head = ['`type`', '`authentication`', 'required', 'optional'];
  const hasTypes = combinations.some(({ types }) => !types.includes('any'));
  return hasTypes
    ? table(head, rows)
    : table(
        head.slice(1),
        rows.map((row) => row.slice(1)),
      );
}
