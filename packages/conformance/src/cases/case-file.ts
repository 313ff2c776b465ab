import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import type { CaseText, GivenText } from './case.ts';
import type { Mistake } from './mistake.ts';

/** Keys and indexes that lead to a place in a file. */
export type Place = readonly (string | number)[];

/** A file that fits the schema, and the lines of its parts. */
export interface CaseFile<Text> {
  readonly text: Text;
  /** The line of the innermost part that is there. */
  lineOf(place: Place): number;
}

/** Reads YAML and holds it against the schema of cases; mistakes if it does not fit. */
export function readCaseFile(kind: 'case', file: string, yaml: string): CaseFile<CaseText> | Mistake[];
export function readCaseFile(kind: 'given', file: string, yaml: string): CaseFile<GivenText> | Mistake[];
export function readCaseFile(kind: Kind, file: string, yaml: string): CaseFile<unknown> | Mistake[] {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineOf = (place: Place) => lines.linePos(offsetOf(document.contents, place)).line;
  const [unreadable] = [...document.errors.map(asUnreadable), ...aliasesOfNothing(document)];
  if (unreadable !== undefined) {
    const { offset, message } = unreadable;
    return [{ file, line: lines.linePos(offset).line, message: `This is no YAML: ${message}.` }];
  }
  const text: unknown = document.toJS({ maxAliasCount: -1 });
  const validate = VALIDATORS[kind];
  if (validate(text)) return { text, lineOf };
  return (validate.errors ?? []).filter(isPlain).map((error) => {
    const place = placeOf(error);
    return { file, line: lineOf(place), message: messageOf(error, place) };
  });
}

interface Unreadable {
  readonly offset: number;
  readonly message: string;
}

function asUnreadable({ pos, message }: YAMLError): Unreadable {
  const [words = ''] = message.split(' at line');
  return { offset: pos[0], message: words };
}

/** The library finds them only when it makes a value of the document, and without their place. */
function aliasesOfNothing(document: Document.Parsed): Unreadable[] {
  const found: Unreadable[] = [];
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) === undefined)
        found.push({
          offset: alias.range?.[0] ?? 0,
          message: `nothing is called &${alias.source} before *${alias.source}`,
        });
    },
  });
  return found;
}

type Kind = 'case' | 'given';

const SCHEMA = JSON.parse(readFileSync(new URL('../../cases/case.schema.json', import.meta.url), 'utf8'));

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true });
formats.default(ajv);
const VALIDATORS: Readonly<Record<Kind, ValidateFunction>> = {
  case: ajv.compile(SCHEMA),
  given: ajv.compile({ $defs: SCHEMA.$defs, $ref: '#/$defs/fixture' }),
};

/** Where the innermost part begins; a key tells more than its value. */
function offsetOf(root: ParsedNode | null, place: Place): number {
  let offset = root?.range[0] ?? 0;
  let node: Node | null | undefined = root;
  for (const segment of place) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
      if (pair === undefined) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else {
      node = (node as { get?: (key: unknown, keepScalar: true) => Node } | null)?.get?.(segment, true);
      if (node === undefined) return offset;
      offset = node?.range?.[0] ?? offset;
    }
  }
  return offset;
}

/** What says the same again, or only that something inside does not fit. */
function isPlain({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'propertyNames' && !/\/oneOf\/\d/.test(schemaPath);
}

function placeOf({ instancePath, params, propertyName }: ErrorObject): Place {
  const segments = instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
  const name = params.additionalProperty ?? propertyName;
  return name === undefined ? segments : [...segments, name];
}

function messageOf({ keyword, params, message, parentSchema }: ErrorObject, place: Place): string {
  const name = place.findLast((segment) => typeof segment === 'string') ?? 'the case';
  switch (keyword) {
    case 'additionalProperties':
      return `There is no key ${name} here; take it out, or use one of those that cases/README.md lists.`;
    case 'required':
      return `${params.missingProperty} is missing; add it.`;
    case 'enum':
      return `${name} must be one of ${params.allowedValues.join(', ')}.`;
    default:
      return `${name} ${message}. ${descriptionOf(parentSchema)}`.trimEnd();
  }
}

function descriptionOf(schema: unknown): string {
  const { description = '' } = (schema ?? {}) as { description?: string };
  return description;
}
