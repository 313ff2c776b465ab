import { type OpenApiDocument, readVariants, type Variant, type Variants } from '@penstock/contract/reader';

/** Adds the variants of each schema to its description, because Scalar does not know the marks. */
export function describeVariants(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    const variants = readVariants(document, schema);
    if (variants === undefined) continue;
    Object.assign(schema, { description: `${schema.description ?? ''} ${textOf(variants)}`.trimStart() });
  }
}

function textOf({ discriminator, variants }: Variants): string {
  if (discriminator === undefined)
    return `Exactly one of ${codes(variants.map(({ name = '' }) => name))} is present.`;
  const items = variants.map((variant) => `- ${nameOf(discriminator, variant)}: ${propertiesOf(variant)}`);
  return `\`${discriminator}\` determines the other properties:\n\n${items.join('\n')}\n`;
}

function nameOf(discriminator: string, { name, isDefault }: Variant): string {
  if (name === undefined) return `without \`${discriminator}\``;
  return isDefault ? `\`${name}\` (default)` : `\`${name}\``;
}

function propertiesOf({ required, optional }: Variant): string {
  const parts = [
    ...(required.length > 0 ? [`${codes(required)} (required)`] : []),
    ...(optional.length > 0 ? [codes(optional)] : []),
  ];
  return parts.join(', ') || 'no further properties';
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
