import { type OpenApiDocument, resolve } from '@penstock/contract/reader';

/** What is wrong with the text of a header field, or undefined. Values are not repeated: they may be anything. */
export type HeaderCheck = (text: string) => string | undefined;

/** A keyword with what it demands; undefined if it demands something that is not known here. */
type Rule = (bound: never) => HeaderCheck | undefined;

// RFC 9110 section 5.5. Node throws at others, when half of the answer is written.
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

const FORMATS: Readonly<Record<string, RegExp>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** The keywords of JSON Schema that say something of a text. `type` decides which of them count. */
const STRING_RULES: Readonly<Record<string, Rule>> = {
  pattern: (pattern: string) => {
    const expression = new RegExp(pattern, 'u');
    return (text) => (expression.test(text) ? undefined : `does not match ${pattern}`);
  },
  enum: (values: readonly unknown[]) => (text) =>
    values.includes(text) ? undefined : `is none of ${values.join(', ')}`,
  format: (format: string) => {
    const expression = FORMATS[format];
    return expression && ((text) => (expression.test(text) ? undefined : `is no ${format}`));
  },
};

const INTEGER_RULES: Readonly<Record<string, Rule>> = {
  minimum: (minimum: number) => (text) => (Number(text) >= minimum ? undefined : `is less than ${minimum}`),
  maximum: (maximum: number) => (text) => (Number(text) <= maximum ? undefined : `is more than ${maximum}`),
};

const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  string: STRING_RULES,
  integer: INTEGER_RULES,
};

/** Keywords that demand nothing. */
const ANNOTATION = /^(type|title|description|examples?|default|deprecated|x-.*)$/;

/**
 * Compiles the schema of a header. Ours are a handful of keywords; a validator of JSON Schema would want numbers where
 * a header has text.
 *
 * @throws Error at a keyword that it does not know: half a check would look like a whole one.
 */
export function compileHeaderCheck(document: OpenApiDocument, name: string, header: unknown): HeaderCheck {
  const schema = schemaOf(document, header);
  const checks = [sendable, ...(schema.type === 'integer' ? [wholeNumber] : []), ...rulesOf(name, schema)];
  return (text) => {
    for (const check of checks) {
      const fault = check(text);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

function rulesOf(name: string, schema: Readonly<Record<string, unknown>>): HeaderCheck[] {
  const rules = RULES[String(schema.type)];
  if (rules === undefined) throw unknownTo(name, `its type ${schema.type}`);
  return Object.entries(schema)
    .filter(([keyword]) => !ANNOTATION.test(keyword))
    .map(([keyword, bound]) => {
      const check = rules[keyword]?.(bound as never);
      if (check === undefined) throw unknownTo(name, `${keyword}: ${bound}`);
      return check;
    });
}

function schemaOf(document: OpenApiDocument, header: unknown): Readonly<Record<string, unknown>> {
  const { schema } = resolve<unknown>(document, header) as { schema?: unknown };
  return (resolve<unknown>(document, schema) ?? {}) as Record<string, unknown>;
}

function unknownTo(name: string, what: string): Error {
  return new Error(
    `The server cannot start: it does not know how to check ${what} of the header ${name}. Add it to header-check.ts.`,
  );
}

function sendable(text: string): string | undefined {
  return SENDABLE.test(text) ? undefined : 'has characters that no header field can have';
}

function wholeNumber(text: string): string | undefined {
  return /^\d{1,15}$/.test(text) ? undefined : 'is no whole number';
}
