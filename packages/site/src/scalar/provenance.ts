import {
  isReference,
  listedProperties,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  readOperations,
  readWebhooks,
  resolve,
  type SchemaObject,
} from '@penstock/contract/reader';
import type { Bundle } from '../contract/bundle.ts';
import type { Contract } from '../contract/contract.ts';
import { decisionsOf } from '../contract/decisions.ts';
import type { SpecificationFields } from '../contract/specification-fields.ts';
import { documentPage } from '../links.ts';
import { type Marks, marksInButtons, marksOn, type Provenance } from './marks.ts';

type Described = { description?: string };

/**
 * Marks every operation, parameter and property of a document with its provenance, and every other description with the
 * decisions of its node. Changes `document`.
 */
export function markProvenance(document: OpenApiDocument, { surface }: Bundle, contract: Contract): void {
  const { specification } = contract;
  const marks = marksOn(documentPage(surface), contract);
  const marked = new Set<object>();
  const operations = readOperations(document);
  const webhooks = readWebhooks(document);
  for (const { operation } of webhooks) markOperation(operation, 'decided', marks, marked);
  for (const { path, method, operation } of operations) {
    markOperation(operation, originOf(operation, { surface, method, path }, specification), marks, marked);
  }
  for (const parameter of [...operations, ...webhooks].flatMap(({ parameters }) => parameters)) {
    markParameter(parameter, surface, specification, marks, marked);
  }
  markProperties(document, specification, marks, marked);
  for (const response of Object.values(document.components.responses ?? {})) {
    markRemaining(response, marksInButtons, marked);
  }
  markRemaining(document, marks, marked);
}

function markOperation(
  operation: OperationObject,
  origin: Provenance['origin'],
  marks: Marks,
  marked: Set<object>,
): void {
  append(operation, `\n\n${marks({ origin, decisions: decisionsOf(operation) })}`, marked);
  const stability = stabilities[operation['x-stability'] as keyof typeof stabilities];
  Object.assign(operation, { 'x-badges': [{ name: origins[origin] }, stability].filter(Boolean) });
}

const origins = { given: 'Given', listed: 'Listed', decided: 'Decided' };

// Dark enough for the white text that Scalar puts on them, in both themes.
const stabilities = {
  stable: undefined,
  beta: { name: 'Beta', color: '#7a4a00' },
  experimental: { name: 'Experimental', color: '#8a1f5c' },
};

function originOf(
  { operationId = '' }: OperationObject,
  address: { readonly surface: string; readonly method: string; readonly path: string },
  { operations, listedOperations }: SpecificationFields,
): Provenance['origin'] {
  const { surface, method, path } = address;
  if (operations.some((row) => row.surface === surface && row.method === method && row.path === path)) {
    return 'given';
  }
  return listedOperations.some((row) => row.operations.includes(operationId)) ? 'listed' : 'decided';
}

function markParameter(
  parameter: ParameterObject,
  surface: string,
  { pathParameters }: SpecificationFields,
  marks: Marks,
  marked: Set<object>,
): void {
  const isGiven =
    parameter.in === 'path' &&
    pathParameters.some((row) => row.surface === surface && row.name === parameter.name);
  const decisions = decisionsOf(parameter);
  if (!isGiven && decisions.length === 0) return;
  append(parameter, ` ${marks({ origin: isGiven ? 'given' : 'decided', decisions })}`, marked);
}

/** A property that is a reference gets its own description, because other properties may refer to the same schema. */
function markProperties(
  document: OpenApiDocument,
  specification: SpecificationFields,
  marks: Marks,
  marked: Set<object>,
): void {
  const given = listedProperties(document, specification.groups);
  const texts = new Map<object, string>();
  for (const schema of Object.values(document.components.schemas ?? {})) {
    const { properties = {} } = schema;
    for (const [name, property] of Object.entries(properties)) {
      if (typeof property === 'boolean') continue;
      const target = isReference(property) ? resolve<SchemaObject>(document, property) : property;
      // Read before the target is marked: it may be a property and a component at once.
      const text = texts.get(target) ?? target.description ?? '';
      texts.set(target, text);
      const own = [...decisionsOf(property), ...(target === property ? [] : decisionsOf(target))];
      const isGiven = given.get(properties)?.has(name) ?? false;
      const decisions = own.length > 0 || isGiven ? own : decisionsOf(schema);
      if (!isGiven && decisions.length === 0) continue;
      const provenance: Provenance = {
        origin: isGiven ? 'given' : 'decided',
        decisions: [...new Set(decisions)],
      };
      Object.assign(property, { description: `${text.trimEnd()} ${marks(provenance)}` });
      marked.add(property);
    }
  }
}

/** Appends the decisions of a node to its description, for all nodes that are not marked yet. */
function markRemaining(document: object, marks: Marks, marked: Set<object>): void {
  const pending: unknown[] = [document];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === null || typeof node !== 'object') continue;
    const decisions = decisionsOf(node);
    if (decisions.length > 0 && !marked.has(node))
      append(node, ` ${marks({ origin: 'decided', decisions })}`, marked);
    for (const [key, child] of Object.entries(node)) if (!valueKeys.has(key)) pending.push(child);
  }
}

/** Below these keys are values, which have no descriptions. */
const valueKeys = new Set(['example', 'examples', 'default', 'enum']);

function append(node: Described, text: string, marked: Set<object>): void {
  if (marked.has(node)) return;
  marked.add(node);
  if (typeof node.description === 'string') node.description = node.description.trimEnd() + text;
}
