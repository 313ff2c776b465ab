import { readFile } from 'node:fs/promises';
import { type OutputUnit, validate } from '@hyperjump/json-schema/openapi-3-1';
import type { Consumer, Finding, Input } from './consumer.ts';

/**
 * The schema of OpenAPI 3.1 documents as the OpenAPI Initiative publishes it, in the variant for documents whose
 * `jsonSchemaDialect` is 2020-12: it validates every Schema Object against the 2020-12 meta-schema. Hyperjump's validator
 * ships it, is written by a maintainer of that schema, and follows the `$dynamicRef` this hangs on.
 */
const SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-draft-2020-12';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The one member that is read here. */
type Document = { jsonSchemaDialect?: string };

export const openapiSchema: Consumer = {
  name: 'OpenAPI 3.1 JSON Schema',
  package: '@hyperjump/json-schema',
  check,
};

async function check({ bundle }: Input): Promise<Finding[]> {
  const document = JSON.parse(await readFile(bundle, 'utf8')) as Document;
  return [...checkDialect(document.jsonSchemaDialect), ...(await checkDocument(document))];
}

/** Misspelt in Hyperjump's copy of the schema (`jsonschemadialect`), so that the schema does not notice. */
function checkDialect(dialect: string | undefined): Finding[] {
  if (dialect === DIALECT) return [];
  return [
    {
      sentence: `\`jsonSchemaDialect\` is not ${DIALECT}.`,
      output: `#/jsonSchemaDialect is ${dialect ?? 'missing'}`,
    },
  ];
}

async function checkDocument(document: Document): Promise<Finding[]> {
  const output = await validate(SCHEMA, document, 'BASIC');
  if (output.valid) return [];
  const errors: OutputUnit[] = output.errors ?? [];
  // Every schema above an error has failed, too; the deepest locations in the document give the reason.
  const locations = [...new Set(errors.map(({ instanceLocation }) => instanceLocation))];
  return errors
    .filter(
      ({ instanceLocation }) => !locations.some((location) => location.startsWith(`${instanceLocation}/`)),
    )
    .map(({ instanceLocation, absoluteKeywordLocation }) => ({
      sentence: 'The document does not match the schema of OpenAPI 3.1.',
      output: `${instanceLocation} does not satisfy ${absoluteKeywordLocation}`,
    }));
}
