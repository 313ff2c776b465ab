import { resolve } from 'node:path';
import { addressOf, EXCEPTIONS, exceptionsIn, excuses, isException } from './exceptions.ts';
import type { Context, Location, Rule, Visitor } from './rule.ts';
import { rules } from './rules.ts';

const PREFIX = 'penstock/';

/** The style of the contract as a plugin of Redocly, for its command line and for `pnpm generate`. */
export default function plugin({ contentDir }: { contentDir: string }) {
  const workspace = resolve(contentDir);
  const oas3: Record<string, () => Visitor> = {
    // Redocly hands a plugin nothing but the settings of its rules, so the list of exceptions comes as those of
    // a rule that looks at nothing.
    [EXCEPTIONS.slice(PREFIX.length)]: () => ({}),
  };
  for (const rule of rules) oas3[rule.id] = () => visitorOf(rule, workspace);
  const style = { rules: Object.fromEntries(rules.map(({ id }) => [PREFIX + id, 'error' as const])) };
  return { id: 'penstock', rules: { oas3 }, configs: { style } };
}

/** The visitor of a rule, whose reports name their paragraph of style.md and pass over what is excused. */
function visitorOf(rule: Rule, workspace: string): Visitor {
  // Redocly shows one node at a time, and takes reports through what it shows.
  let context: Context | undefined;
  const report = (message: string, location: Location) => {
    if (!context) return;
    const at = addressOf(workspace, location.source.absoluteRef, location.pointer);
    const exceptions = context.config ? exceptionsIn(context.config).filter(isException) : [];
    if (exceptions.some((exception) => excuses(exception, { rule: PREFIX + rule.id, at }))) return;
    const reference = `openapi/guidelines/style.md, ${rule.number}`;
    context.report({ message, location: location.key(), reference });
  };
  const visits = Object.entries(rule.visitor(report, { workspace })).map(([type, visit]) => [
    type,
    (node: never, shown: Context, target: never) => {
      // An empty file is a node too, with nothing in it that a rule could judge.
      if (node === null) return;
      context = shown;
      visit(node, shown, target);
    },
  ]);
  return Object.fromEntries(visits) as Visitor;
}
