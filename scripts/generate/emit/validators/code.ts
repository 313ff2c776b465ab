import { _, Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv/dist/2020.js';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import standalone from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { compact } from './compact.ts';
import { rulesCondition, variantsCondition } from './object-conditions.ts';
import { type JsonSchema, RULES, VARIANTS } from './schemas.ts';

/** What the code needs from `validation.ts` of the contract package. */
const RUNTIME = [
  'addError',
  'addErrors',
  'addRuleErrors',
  'addVariantErrors',
  'characters',
  'formats',
  'isObject',
  'withoutNul',
] as const;

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
  ajv.addKeyword(callUnless(variantsCondition, VARIANTS, 'object', new Name('addVariantErrors')));
  ajv.addKeyword(callUnless(rulesCondition, RULES, 'array', new Name('addRuleErrors')));
  for (const [id, schema] of schemas) ajv.addSchema(schema as object, id);
  const names = Object.fromEntries(exported);
  const source = compact(standalone.default(ajv, names));
  return { source, imports: RUNTIME.filter((name) => new RegExp(`\\b${name}\\b`).test(source)) };
}

/** Variables of the code that Ajv generates. */
const V_ERRORS = new Name('vErrors');
const ERRORS = new Name('errors');

/**
 * A keyword that is a condition per object, and one call for the objects that violate it; what Ajv would generate for a
 * `oneOf` reports the errors of every variant.
 */
function callUnless<Table>(
  condition: (table: Table, object: string) => string,
  keyword: string,
  schemaType: 'object' | 'array',
  addFound: Name,
): CodeKeywordDefinition {
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
      gen.if(new _Code(`!(${condition(schema, data.toString())})`), () => {
        gen.assign(V_ERRORS, _`${addFound}(${V_ERRORS}, ${path}, ${data}, ${table})`);
        gen.assign(ERRORS, _`${V_ERRORS} === null ? 0 : ${V_ERRORS}.length`);
      });
    },
  };
}
