// Tells a reader what the specification gave and what was decided: Scalar does not show extension keys.

/** Ends every description with the decisions that its place rests on. What bears no mark was given. */
export function showDecisions(document) {
  const pending = [document];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === null || typeof node !== 'object') continue;
    const decisions = [node['x-decision'] ?? []].flat();
    if (decisions.length > 0 && typeof node.description === 'string') {
      node.description = `${node.description.trimEnd()} *(decided: ${decisions.join(', ')})*`;
    }
    for (const [key, child] of Object.entries(node)) if (!EXAMPLES.has(key)) pending.push(child);
  }
  return document;
}

/** Below these are values, which say nothing about themselves. */
const EXAMPLES = new Set(['example', 'examples', 'default', 'enum']);
