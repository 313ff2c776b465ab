import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Consumer, Finding, Input } from './consumer.ts';

/** What OpenAPI 3.1 adds to the keywords of JSON Schema. */
const OPENAPI_KEYWORDS = ['discriminator', 'example', 'externalDocs', 'xml'];

/** Each component schema by itself, in Ajv's strict mode: unknown keywords and formats, and keywords without effect. */
export const ajvSchemas: Consumer = { name: 'component schemas in Ajv', package: 'ajv', check };

async function check({ bundle, surface }: Input): Promise<Finding[]> {
  const { components } = JSON.parse(await readFile(bundle, 'utf8')) as {
    components?: { schemas?: Record<string, object> };
  };
  const schemas = components?.schemas ?? {};
  const findings: Finding[] = [];
  const warn = (output: string) => findings.push({ sentence: 'Ajv warned.', output });
  const ajv = new Ajv2020({ strict: true, logger: { log: () => {}, warn, error: warn } });
  addFormats.default(ajv);
  ajv.addVocabulary(['components', ...OPENAPI_KEYWORDS, ...extensions(schemas)]);
  // The shape of the document around the schemas, so that `#/components/schemas/…` leads where it should.
  const id = `urn:penstock:${surface}`;
  ajv.addSchema({ $id: id, components: { schemas } });
  for (const name of Object.keys(schemas)) {
    try {
      ajv.compile({ $ref: `${id}#/components/schemas/${encodeURIComponent(name)}` });
    } catch (error) {
      const output = `#/components/schemas/${name}: ${(error as Error).message}`;
      findings.push({ sentence: 'Ajv cannot compile a schema.', output });
    }
  }
  return findings;
}

/** Every `x-` key below `value`. */
function extensions(value: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(value, (key, child: unknown) => {
    if (key.startsWith('x-')) found.add(key);
    return child;
  });
  return found;
}
