import { isIdentifier } from '../../identifier.ts';
import type { Method, Resource } from './resource.ts';

/** Returns a call of a method with the values of the contract's examples. */
export function exampleOf(resource: Resource, method: Method): string {
  const { name, takes, body, returns, listsWithoutId } = method;
  const values = [
    ...takes.map(({ example }) => sourceOf(String(example))),
    ...(body ? [sourceOf(method.example)] : []),
  ];
  const call = `${resource.name}.${name}(${values.join(', ')})`;
  if (returns === 'rows') return `for await (const row of ${call}) console.log(row);`;
  if (listsWithoutId) return `for await (const item of ${call}) console.log(item);`;
  if (returns === 'page') return `for await (const { id } of ${call}) console.log(id);`;
  return returns === 'nothing' ? `await ${call};` : `const ${resultName(method)} = await ${call};`;
}

/** Returns `pipe` for a Pipe. */
function resultName({ content }: Method): string {
  return content === undefined ? 'result' : content.charAt(0).toLowerCase() + content.slice(1);
}

const LINE = 100;

/** Returns a value as TypeScript source, on one line if it fits. */
function sourceOf(value: unknown, indent = ''): string {
  const flat = flatSource(value);
  if (flat.length + indent.length <= LINE || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${sourceOf(item, inner)},\n`).join('')}${indent}]`;
  }
  const lines = Object.entries(value).map(
    ([name, item]) => `${inner}${key(name)}: ${sourceOf(item, inner)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function flatSource(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(flatSource).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, item]) => `${key(name)}: ${flatSource(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function key(name: string): string {
  return isIdentifier(name) ? name : flatSource(name);
}
