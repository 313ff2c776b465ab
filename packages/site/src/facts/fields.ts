import { type OpenApiDocument, resolve, type SchemaObject } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** The properties of a schema with their defaults: `fields <Schema>`. */
export function fields({ bundles }: Contract, name = ''): string {
  const described = bundles.flatMap(({ document }) => {
    const { properties } = (document.components.schemas?.[name] ?? {}) as SchemaObject;
    return properties === undefined ? [] : [Object.entries(properties).map(rowOf(document))];
  });
  return table(['field', 'default', 'meaning'], known(described[0], `schema ${name}`));
}

function rowOf(document: OpenApiDocument) {
  return ([field, schema]: [string, unknown]): string[] => {
    const { description = '', default: preset } = resolve<SchemaObject>(document, schema as SchemaObject);
    return [codeSpan(field), preset === undefined ? 'none' : codeSpan(String(preset)), description];
  };
}
