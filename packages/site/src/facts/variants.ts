import { type OpenApiDocument, readVariants, type SchemaObject } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** The properties of each variant of a schema: `variants <Schema>`. */
export function variants({ bundles }: Contract, name = ''): string {
  const found = bundles.flatMap(({ document }) => variantsOf(document, name) ?? [])[0];
  const { discriminator, variants: members } = known(found, `schema ${name} with variants`);
  return table(
    [codeSpan(discriminator ?? 'property'), 'required', 'optional'],
    members.map((variant) => [
      variant.name === undefined ? 'none' : codeSpan(variant.name),
      listed(variant.required),
      listed(variant.optional),
    ]),
  );
}

function variantsOf(document: OpenApiDocument, name: string) {
  const schema = document.components.schemas?.[name];
  return schema === undefined ? undefined : readVariants(document, schema as SchemaObject);
}

function listed(names: readonly string[]): string {
  return names.map(codeSpan).join(', ') || 'none';
}
