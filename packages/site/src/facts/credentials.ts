import type { Contract } from '../contract/contract.ts';
import { surfacePage } from '../links.ts';
import { table } from '../markdown/prose.ts';

const headerValues = {
  basic: '`Authorization: Basic <base64 of id:secret>`',
  bearer: '`Authorization: Bearer <token>`',
};

/** The credential of each surface. */
export function credentials({ surfaces }: Contract): string {
  const rows = surfaces.map(({ surface, title, prefix, authentication }) => [
    `[${title}](site:${surfacePage(surface)}) \`${prefix}\``,
    headerValues[authentication.scheme],
    authentication.description,
  ]);
  return table(['surface', 'header', 'credential'], rows);
}
