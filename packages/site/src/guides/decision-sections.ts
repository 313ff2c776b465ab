import type { Contract } from '../contract/contract.ts';
import type { Decision } from '../contract/decisions.ts';
import { decisionsOf, schemasOf } from '../contract/openapi.ts';
import { operationList } from '../facts/operations.ts';
import { schemaAnchor } from '../links.ts';

const registerTable = /^\| id +\|[^\n]*\n\|[ -|]+\n((?:\| D-[^\n]*\n?)+)/gm;

/** The decision register with a section for each decision instead of a row, and where the contract rests on it. */
export function decisionSections(text: string, contract: Contract): string {
  return text.replace(registerTable, (_, rows: string) => {
    const ids = [...rows.matchAll(/^\| (D-\d+)/gm)].map(([, id = '']) => id);
    return ids.map((id) => decisionSection(contract.decisions.get(id) as Decision, contract)).join('\n\n');
  });
}

function decisionSection({ id, question, choice, elsewhere }: Decision, contract: Contract): string {
  const seen = elsewhere === 'not looked at' ? '' : `\n\n*Public systems:* ${elsewhere}.`;
  return `### ${id}: ${question}\n\n${choice}.${seen}${restingOn(id, contract)}`;
}

/** What holds nearly everywhere is not told by a list. */
const MANY = 16;

function restingOn(id: string, contract: Contract): string {
  const operations = [...contract.operations.values()].filter(({ decisions }) => decisions.includes(id));
  const schemas = new Map<string, string>();
  for (const { surface, document } of contract.bundles) {
    for (const [name, schema] of schemasOf(document)) {
      // What both surfaces have is shown on the first.
      if (decisionsOf(schema).includes(id) && !schemas.has(name))
        schemas.set(name, schemaAnchor(surface, name));
    }
  }
  const links = [...schemas].map(([name, anchor]) => `[${name}](site:${anchor})`);
  const lines = [
    operations.length > MANY ? `- ${operations.length} operations` : operationList(contract, operations),
    schemaList(links),
  ].filter(Boolean);
  return lines.length === 0 ? '' : `\n\nWhere the contract rests on it:\n\n${lines.join('\n')}`;
}

function schemaList(links: readonly string[]): string {
  if (links.length === 0) return '';
  return links.length > MANY ? `- ${links.length} schemas` : `- schemas: ${links.join(', ')}`;
}
