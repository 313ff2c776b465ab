import type { DescribedOperation, Schema } from '../described-operation.ts';

/** The smallest value that a schema seems to allow; the contract's validator has the last word. */
export function sampleOf(schema: Schema, described: Pick<DescribedOperation, 'resolve'>): unknown {
  const { examples, default: preset, enum: known, type, ...rest } = described.resolve(schema);
  const [shown] = examples ?? (preset === undefined ? (known ?? []) : [preset]);
  if (shown !== undefined) return structuredClone(shown);
  switch (type) {
    case 'object':
      return Object.fromEntries(
        (rest.required ?? []).map((name) => [name, sampleOf(rest.properties?.[name] ?? {}, described)]),
      );
    case 'array':
      return rest.items === undefined ? [] : [sampleOf(rest.items, described)];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return rest.minimum ?? 1;
    default:
      return 'x'.repeat(rest.minLength ?? 1);
  }
}
