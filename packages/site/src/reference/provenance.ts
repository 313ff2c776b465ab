import type { OpenApiDocument } from '@penstock/contract/documents';
import type { Bundle } from '../contract/bundle.ts';
import type { Contract } from '../contract/contract.ts';
import { givenProperties } from '../contract/given.ts';
import {
  decisionsOf,
  type Operation,
  operationsOf,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
} from '../contract/openapi.ts';
import { referencePage } from '../links.ts';
import { type Marks, marksInButtons, marksOn, type Provenance } from './marks.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Described = { description?: string };

/**
 * Marks every operation, parameter and property of a document with where it comes from, and everything else
 * that rests on a decision with that decision. Writes into `document`.
 */
export function markProvenance(document: OpenApiDocument, { surface }: Bundle, contract: Contract): void {
  const marks = marksOn(referencePage(surface), contract);
  const marked = new Set<object>();
  for (const [, , operation] of operationsOf(document.webhooks))
    markOperation(operation, 'decided', marks, marked);
  for (const [path, method, operation] of operationsOf(document.paths)) {
    markOperation(operation, originOf(operation, { surface, method, path }, contract), marks, marked);
  }
  for (const parameter of parametersIn(document)) markParameter(parameter, surface, contract, marks, marked);
  markProperties(document, contract, marks, marked);
  for (const response of Object.values((document.components.responses ?? {}) as object)) {
    markRemaining(response, marksInButtons, marked);
  }
  markRemaining(document, marks, marked);
}

function markOperation(
  operation: Operation,
  origin: Provenance['origin'],
  marks: Marks,
  marked: Set<object>,
): void {
  append(operation, `\n\n${marks({ origin, decisions: decisionsOf(operation) })}`, marked);
  const badges = [{ name: origins[origin] }, stabilities[operation['x-stability']]].filter(Boolean);
  Object.assign(operation, { 'x-badges': badges });
}

const origins = { given: 'Given', listed: 'Listed', decided: 'Decided' };

// Dark enough for the white text that Scalar writes on them, in both themes.
const stabilities = {
  stable: undefined,
  beta: { name: 'Beta', color: '#7a4a00' },
  experimental: { name: 'Experimental', color: '#8a1f5c' },
};

function originOf(
  { operationId }: Operation,
  place: { readonly surface: string; readonly method: string; readonly path: string },
  { given }: Contract,
): Provenance['origin'] {
  const { surface, method, path } = place;
  if (given.operations.some((row) => row.surface === surface && row.method === method && row.path === path)) {
    return 'given';
  }
  return given.listedOperations.some(({ operations }) => operations.includes(operationId))
    ? 'listed'
    : 'decided';
}

function parametersIn(document: OpenApiDocument): Parameter[] {
  const items = [...Object.values(document.paths), ...Object.values((document.webhooks ?? {}) as object)];
  const holders = [...items, ...items.flatMap((item) => Object.values(item))] as {
    parameters?: (Parameter | Reference)[];
  }[];
  const used = holders.flatMap(({ parameters = [] }) => parameters);
  return used.map((parameter) => resolve(document, parameter));
}

function markParameter(
  parameter: Parameter,
  surface: string,
  { given }: Contract,
  marks: Marks,
  marked: Set<object>,
): void {
  const isGiven =
    parameter.in === 'path' &&
    given.pathParameters.some((row) => row.surface === surface && row.name === parameter.name);
  const decisions = decisionsOf(parameter);
  if (!isGiven && decisions.length === 0) return;
  append(parameter, ` ${marks({ origin: isGiven ? 'given' : 'decided', decisions })}`, marked);
}

/** A property that is a reference gets a description of its own beside it: the same schema may stand elsewhere. */
function markProperties(
  document: OpenApiDocument,
  contract: Contract,
  marks: Marks,
  marked: Set<object>,
): void {
  const given = givenProperties(contract.given, document);
  const texts = new Map<object, string>();
  for (const schema of Object.values(document.components.schemas ?? {}) as Schema[]) {
    const { properties = {} } = schema;
    for (const [name, value] of Object.entries(properties)) {
      const target = resolve<Schema>(document, value);
      // Before any of them is marked: a target may be a property and a component at once.
      const text = texts.get(target) ?? target.description ?? '';
      texts.set(target, text);
      const own = [...decisionsOf(value as Schema), ...(target === value ? [] : decisionsOf(target))];
      const isGiven = given.get(properties)?.has(name) ?? false;
      const decisions = own.length > 0 || isGiven ? own : decisionsOf(schema);
      if (!isGiven && decisions.length === 0) continue;
      const provenance: Provenance = {
        origin: isGiven ? 'given' : 'decided',
        decisions: [...new Set(decisions)],
      };
      (value as Mutable<Schema>).description = `${text.trimEnd()} ${marks(provenance)}`;
      marked.add(value);
    }
  }
}

/** Ends every other description with the decisions that its place rests on. */
function markRemaining(document: object, marks: Marks, marked: Set<object>): void {
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === null || typeof node !== 'object') continue;
    const decisions = decisionsOf(node);
    if (decisions.length > 0 && !marked.has(node))
      append(node, ` ${marks({ origin: 'decided', decisions })}`, marked);
    for (const [key, child] of Object.entries(node)) if (!values.has(key)) pending.push(child);
  }
}

/** Below these are values, which say nothing about themselves. */
const values = new Set(['example', 'examples', 'default', 'enum']);

function append(node: Described, text: string, marked: Set<object>): void {
  if (marked.has(node)) return;
  marked.add(node);
  if (typeof node.description === 'string') node.description = node.description.trimEnd() + text;
}
