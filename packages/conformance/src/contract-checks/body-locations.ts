import type { ContractOperation, Schema } from '../contract-operation.ts';

/** A location that a request body may have. */
export interface BodyLocation {
  /** A JSON Pointer. Names of the contract need no escapes. */
  readonly pointer: string;
  readonly schema: Schema;
  /** The locations that contain it, starting with the whole body. */
  readonly above: readonly Pick<BodyLocation, 'pointer' | 'schema'>[];
  readonly isRequired: boolean;
}

/** A list, or a map with names that the caller chooses, is checked at one item. */
const FIRST_ITEM = '0';
const ANY_NAME = 'X-Conformance';
/** Deeper than any body of the contract; ends the walk through a recursive schema. */
const MAX_DEPTH = 16;

/** Returns every location of the request body of an operation, starting with the whole body. */
export function bodyLocations(described: ContractOperation): BodyLocation[] {
  const { requestSchema } = described;
  if (requestSchema === undefined) return [];
  return [...walk({ pointer: '', schema: requestSchema, above: [], isRequired: true }, described)];
}

function* walk(location: BodyLocation, described: ContractOperation): Iterable<BodyLocation> {
  yield location;
  if (location.above.length === MAX_DEPTH) return;
  const { schema } = location;
  const below = (segment: string, part: Schema, isRequired: boolean): BodyLocation => ({
    pointer: `${location.pointer}/${segment}`,
    schema: described.resolve(part),
    above: [...location.above, location],
    isRequired,
  });
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    yield* walk(below(name, part, schema.required?.includes(name) === true), described);
  if (schema.items !== undefined) yield* walk(below(FIRST_ITEM, schema.items, false), described);
  if (typeof schema.additionalProperties === 'object')
    yield* walk(below(ANY_NAME, schema.additionalProperties, false), described);
}
