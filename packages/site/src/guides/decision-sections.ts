import type { Contract } from '../contract/contract.ts';
import { type Decision, decisionsOf } from '../contract/decisions.ts';
import { operationList } from '../facts/operations.ts';
import { schemaLocations } from '../reference/schema-locations.ts';

const registerTable = /^\| id +\|[^\n]*\n\|[ -|]+\n((?:\| D-[^\n]*\n?)+)/gm;

/** Replaces the rows of the decision register with sections that also list the operations and schemas of each decision. */
export function decisionSections(text: string, contract: Contract): string {
  return text.replace(registerTable, (_, rows: string) => {
    const ids = [...rows.matchAll(/^\| (D-\d+)/gm)].map(([, id = '']) => id);
    return ids.map((id) => decisionSection(contract.decisions.get(id) as Decision, contract)).join('\n\n');
  });
}

function decisionSection({ id, question, choice, elsewhere }: Decision, contract: Contract): string {
  const seen = elsewhere === 'not looked at' ? '' : `\n\n*Public systems:* ${elsewhere}.`;
  return `### ${id}: ${question}\n\n${choice}.${seen}${affectedBy(id, contract)}`;
}

/** Longer lists are replaced by their length. */
const MANY = 16;

function affectedBy(id: string, contract: Contract): string {
  const operations = [...contract.operations.values()].filter(({ provenance: { decisions } }) =>
    decisions.includes(id),
  );
  const locations = schemaLocations(contract);
  const schemas = new Map<string, string>();
  for (const { surface, document } of contract.bundles) {
    for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
      // A schema of both surfaces is listed once.
      const location = decisionsOf(schema).includes(id) ? locations.ofSchema(surface, name) : undefined;
      if (location !== undefined && !schemas.has(name)) schemas.set(name, location);
    }
  }
  const links = [...schemas].map(([name, anchor]) => `[${name}](site:${anchor})`);
  const lines = [
    operations.length > MANY ? `- ${operations.length} operations` : operationList(contract, operations),
    schemaList(links),
  ].filter(Boolean);
  return lines.length === 0 ? '' : `\n\nAffects:\n\n${lines.join('\n')}`;
}

function schemaList(links: readonly string[]): string {
  if (links.length === 0) return '';
  return links.length > MANY ? `- ${links.length} schemas` : `- schemas: ${links.join(', ')}`;
}
