const PUSH =
  /const err\d+ = \{instancePath(?::(?<path>.+?))?,schemaPath:.+?,keyword:(?<keyword>"[^"]+"),params:(?<params>.+?)(?:,propertyName:\w+)?\};\nif\(vErrors === null\)\{\nvErrors = \[err\d+\];\n\}\nelse \{\nvErrors\.push\(err\d+\);\n\}/g;
const CONCAT = /vErrors = vErrors === null \? (?<part>[\w.]+)\.errors : vErrors\.concat\([\w.]+\.errors\);/g;
const PARAMETERS = '{instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}';
const ARGUMENTS =
  /\{instancePath:(?<path>[^{}]+?),parentData:\w+,parentDataProperty:[^{}]+?,rootData,dynamicAnchors\}/g;
const LENGTH = /(?<count>func\d+)\((?<text>\w+)\) (?<comparison>[<>]) (?<limit>\d+)/g;
const WITHOUT_NUL = 'new RegExp("^[^\\\\x00]*$", "u")';

/** Ajv's own names for what the code needs of `validation.ts`. */
const RUNTIME_OF_AJV: Readonly<Record<string, string>> = {
  'require("ajv/dist/runtime/ucs2length").default': 'characters',
};

/**
 * Returns the code that Ajv generated in a shorter and faster form. Ajv writes six lines for each error; here they are one call,
 * which also bounds how many there can be. It passes an object with five members to the functions for parts of a value, of
 * which the path is the only one that they read.
 */
export function compact(source: string): string {
  const compacted = source
    .replace('"use strict";', '')
    .replaceAll(/^validate\d+\.evaluated = .+;\n/gm, '')
    .replaceAll(PUSH, (...match) => {
      const { path = 'instancePath', keyword, params } = match.at(-1) as Record<string, string>;
      return `vErrors = addError(vErrors, ${path}, ${keyword}, ${params});`;
    })
    .replaceAll(CONCAT, 'vErrors = addErrors(vErrors, $<part>);')
    .replaceAll(PARAMETERS, 'instancePath=""')
    .replaceAll(ARGUMENTS, '$<path>')
    .replaceAll(LENGTH, (...match) => lengthCondition(match.at(-1) as Length))
    .replaceAll(WITHOUT_NUL, 'withoutNul')
    .replaceAll(/= new RegExp\(/g, '= /* @__PURE__ */ new RegExp(')
    .replaceAll(/const func\d+ = (require\(.+?\)\.default);/g, (line, required: string) =>
      line.replace(required, RUNTIME_OF_AJV[required] ?? required),
    );
  const foreign = FOREIGN.exec(compacted);
  if (foreign)
    throw new Error(
      `Ajv generated unexpected code: ${foreign[0]}. Fix scripts/generate/emit/validators/compact.ts.`,
    );
  return withoutUnused(compacted);
}

const FOREIGN =
  /require\([^)]*\)|vErrors\.(?:push|concat)|validate\d+\.evaluated|\b(?:parentData|rootData|dynamicAnchors)\b/;

/** A comparison of the number of characters. */
interface Length {
  readonly count: string;
  readonly text: string;
  readonly comparison: string;
  readonly limit: string;
}

/** The characters are counted only if the length in UTF-16 units, of which a character has one or two, leaves it open. */
function lengthCondition({ count, text, comparison, limit }: Length): string {
  const open = comparison === '>' ? `${text}.length > ${limit}` : `${text}.length < ${2 * Number(limit)}`;
  return `${open} && ${count}(${text}) ${comparison} ${limit}`;
}

/** Ajv repeats every schema as a constant; few are read. */
function withoutUnused(source: string): string {
  const uses = new Map<string, number>();
  for (const [name] of source.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return source.replaceAll(/^const (schema\d+) = .+;\n/gm, (line, name: string) =>
    uses.get(name) === 1 ? '' : line,
  );
}
