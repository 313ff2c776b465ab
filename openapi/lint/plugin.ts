import { resolve } from 'node:path';
import { addressOf, EXCEPTIONS, exceptionsIn, excuses, isException } from './exceptions.ts';
import type { Context, Location, Rule, Visitor } from './rule.ts';
import { rules } from './rules.ts';

const PREFIX = 'penstock/';

/** The style rules of the contract as a Redocly plugin, for its command line and for `pnpm generate`. */
export default function plugin({ contentDir }: { contentDir: string }) {
  const workspace = resolve(contentDir);
  const oas3: Record<string, () => Visitor> = {
    // Redocly passes a plugin only the settings of its rules, so the list of exceptions is passed as the settings of
    // a rule without checks.
    [EXCEPTIONS.slice(PREFIX.length)]: () => ({}),
  };
  for (const rule of rules) oas3[rule.id] = () => visitorOf(rule, workspace);
  const style = { rules: Object.fromEntries(rules.map(({ id }) => [PREFIX + id, 'error' as const])) };
  return { id: 'penstock', rules: { oas3 }, configs: { style } };
}

/** Returns the visitor of a rule. Its reports refer to their section of style.md, and it skips accepted violations. */
function visitorOf(rule: Rule, workspace: string): Visitor {
  // Redocly passes one node at a time, and accepts reports through the context that it passes.
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
    (node: never, current: Context, target: never) => {
      // An empty file is a node too, but there is nothing to check in it.
      if (node === null) return;
      context = current;
      visit(node, current, target);
    },
  ]);
  return Object.fromEntries(visits) as Visitor;
}
