import { readFileSync } from 'node:fs';
import { parsePointer } from '@penstock/contract/reader';
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
import type { Diagnostic } from './diagnostic.ts';

/** Keys and indexes that lead to a part of a file. */
export type FilePath = readonly (string | number)[];

/** A file that matches the schema, and the lines of its parts. */
export interface CaseFile<Text> {
  readonly text: Text;
  /** Returns the line of the innermost part that exists. */
  lineOf(path: FilePath): number;
}

/** Reads YAML and validates it against the schema of cases. Returns diagnostics if it is invalid. */
export function readCaseFile(kind: 'case', file: string, yaml: string): CaseFile<CaseText> | Diagnostic[];
export function readCaseFile(kind: 'given', file: string, yaml: string): CaseFile<GivenText> | Diagnostic[];
export function readCaseFile(kind: Kind, file: string, yaml: string): CaseFile<unknown> | Diagnostic[] {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineOf = (path: FilePath) => lines.linePos(offsetOf(document.contents, path)).line;
  const [unreadable] = [...document.errors.map(asUnreadable), ...aliasesOfNothing(document)];
  if (unreadable !== undefined) {
    const { offset, message } = unreadable;
    return [{ file, line: lines.linePos(offset).line, message: `The file is not YAML: ${message}.` }];
  }
  const text: unknown = document.toJS({ maxAliasCount: -1 });
  const validate = VALIDATORS[kind];
  if (validate(text)) return { text, lineOf };
  return (validate.errors ?? []).filter(isPlain).map((error) => {
    const path = pathOf(error);
    return { file, line: lineOf(path), message: messageOf(error, path) };
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

/** The library reports these only on conversion to a value, without their position. */
function aliasesOfNothing(document: Document.Parsed): Unreadable[] {
  const found: Unreadable[] = [];
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document) === undefined)
        found.push({
          offset: alias.range?.[0] ?? 0,
          message: `no anchor &${alias.source} is defined before *${alias.source}`,
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

/** Returns the offset of the innermost part; the key of a pair is more precise than its value. */
function offsetOf(root: ParsedNode | null, path: FilePath): number {
  let offset = root?.range[0] ?? 0;
  let node: Node | null | undefined = root;
  for (const segment of path) {
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

/** Whether an error is more than the consequence of another one. */
function isPlain({ keyword, schemaPath }: ErrorObject): boolean {
  return keyword !== 'propertyNames' && !/\/oneOf\/\d/.test(schemaPath);
}

function pathOf({ instancePath, params, propertyName }: ErrorObject): FilePath {
  const segments = parsePointer(instancePath).map((segment) =>
    /^\d+$/.test(segment) ? Number(segment) : segment,
  );
  const name = params.additionalProperty ?? propertyName;
  return name === undefined ? segments : [...segments, name];
}

function messageOf({ keyword, params, message, parentSchema }: ErrorObject, path: FilePath): string {
  const name = path.findLast((segment) => typeof segment === 'string') ?? 'the case';
  switch (keyword) {
    case 'additionalProperties':
      return `The key ${name} is unknown here. Remove it, or use a key that cases/README.md lists.`;
    case 'required':
      return `${params.missingProperty} is missing. Add it.`;
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
