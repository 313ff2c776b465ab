import { type ContractOperation, type Schema, typeOf } from '../contract-operation.ts';

/** Returns the smallest value that a schema seems to allow; the contract's validator decides. */
export function sampleValue(schema: Schema, described: Pick<ContractOperation, 'resolve'>): unknown {
  const { examples, default: preset, enum: known, ...rest } = described.resolve(schema);
  const [example] = examples ?? (preset === undefined ? (known ?? []) : [preset]);
  if (example !== undefined) return structuredClone(example);
  switch (typeOf(rest)) {
    case 'object':
      return Object.fromEntries(
        (rest.required ?? []).map((name) => [name, sampleValue(rest.properties?.[name] ?? {}, described)]),
      );
    case 'array':
      return rest.items === undefined ? [] : [sampleValue(rest.items, described)];
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return rest.minimum ?? 1;
    default:
      return 'x'.repeat(rest.minLength ?? 1);
  }
}
