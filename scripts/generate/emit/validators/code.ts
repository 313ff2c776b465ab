import { _, Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type JsonSchema, RULES, VARIANTS } from './schemas.ts';

/** What the code needs from `validation.ts` of the contract package. */
const RUNTIME = [
  'addError',
  'addErrors',
  'addRuleErrors',
  'addVariantErrors',
  'characters',
  'formats',
] as const;

/** Ajv's own names for them. */
const RUNTIME_OF_AJV: Readonly<Record<string, (typeof RUNTIME)[number]>> = {
  'require("ajv/dist/runtime/ucs2length").default': 'characters',
};

/** Functions as source text, and the names under which the module knows them. */
export interface Code {
  readonly source: string;
  /** The names of `validation.ts` that the source uses. */
  readonly imports: readonly string[];
}

/**
 * Functions that check values against schemas, as text: one for each exported name, and one for each schema that several
 * of them refer to.
 *
 * @param schemas by the ids under which they refer to each other.
 * @param exported the ids of the schemas that become functions of the module, by the names of these.
 */
export function compile(
  schemas: ReadonlyMap<string, JsonSchema>,
  exported: ReadonlyMap<string, string>,
): Code {
  const ajv = new Ajv2020({
    allErrors: true,
    // The linter has proven the schemas; what Ajv calls strict are rules of taste.
    strict: false,
    useDefaults: true,
    messages: false,
    code: { source: true, esm: true, lines: true, optimize: 2, formats: _`formats` },
  });
  // `unevaluatedProperties` is no keyword of ours; its bookkeeping would be half of the code.
  ajv.opts.unevaluated = false;
  addFormats.default(ajv, { mode: 'full' });
  ajv.addKeyword(callFor(VARIANTS, 'object', new Name('addVariantErrors')));
  ajv.addKeyword(callFor(RULES, 'array', new Name('addRuleErrors')));
  for (const [id, schema] of schemas) ajv.addSchema(schema as object, id);
  const names = Object.fromEntries(exported);
  const source = withoutUnused(compact(standalone.default(ajv, names)));
  return { source, imports: RUNTIME.filter((name) => new RegExp(`\\b${name}\\b`).test(source)) };
}

/** Variables of the code that Ajv generates. */
const V_ERRORS = new Name('vErrors');
const ERRORS = new Name('errors');

/** A keyword that is one call per object; what Ajv would generate for a `oneOf` reports the errors of every variant. */
function callFor(keyword: string, schemaType: 'object' | 'array', addFound: Name): CodeKeywordDefinition {
  return {
    keyword,
    type: 'object',
    schemaType,
    code({ gen, data, schema, it: { errorPath } }: KeywordCxt) {
      const table = gen.scopeValue('obj', {
        key: JSON.stringify(schema),
        ref: schema,
        code: stringify(schema),
      });
      const path = errorPath.emptyStr() ? _`instancePath` : _`instancePath+${errorPath}`;
      gen.assign(V_ERRORS, _`${addFound}(${V_ERRORS}, ${path}, ${data}, ${table})`);
      gen.assign(ERRORS, _`${V_ERRORS} === null ? 0 : ${V_ERRORS}.length`);
    },
  };
}

const PUSH =
  /const err\d+ = \{instancePath(?::(?<path>.+?))?,schemaPath:.+?,keyword:(?<keyword>"[^"]+"),params:(?<params>.+?)(?:,propertyName:\w+)?\};\nif\(vErrors === null\)\{\nvErrors = \[err\d+\];\n\}\nelse \{\nvErrors\.push\(err\d+\);\n\}/g;
const CONCAT = /vErrors = vErrors === null \? (?<part>[\w.]+)\.errors : vErrors\.concat\([\w.]+\.errors\);/g;

/** Ajv writes six lines for each error; here they are one call, which also bounds how many there can be. */
function compact(source: string): string {
  const compacted = source
    .replace('"use strict";', '')
    .replaceAll(/^validate\d+\.evaluated = .+;\n/gm, '')
    .replaceAll(PUSH, (...match) => {
      const { path = 'instancePath', keyword, params } = match.at(-1) as Record<string, string>;
      return `vErrors = addError(vErrors, ${path}, ${keyword}, ${params});`;
    })
    .replaceAll(CONCAT, 'vErrors = addErrors(vErrors, $<part>);')
    .replaceAll(/= new RegExp\(/g, '= /* @__PURE__ */ new RegExp(')
    .replaceAll(/const func\d+ = (require\(.+?\)\.default);/g, (line, required: string) =>
      line.replace(required, RUNTIME_OF_AJV[required] ?? required),
    );
  const foreign = /require\([^)]*\)|vErrors\.(?:push|concat)|validate\d+\.evaluated/.exec(compacted);
  if (foreign)
    throw new Error(
      `Ajv generated unexpected code: ${foreign[0]}. Fix scripts/generate/emit/validators/code.ts.`,
    );
  return compacted;
}

/** Ajv repeats every schema as a constant; few are read. */
function withoutUnused(source: string): string {
  const uses = new Map<string, number>();
  for (const [name] of source.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return source.replaceAll(/^const (schema\d+) = .+;\n/gm, (line, name: string) =>
    uses.get(name) === 1 ? '' : line,
  );
}
