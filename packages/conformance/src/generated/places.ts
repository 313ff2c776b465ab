import type { DescribedOperation, Schema } from '../described-operation.ts';

/** A place that a request body may have. */
export interface Place {
  /** A JSON pointer. Names of the contract need no escapes in it. */
  readonly pointer: string;
  readonly schema: Schema;
  /** What it is in, from the whole body on. */
  readonly above: readonly Pick<Place, 'pointer' | 'schema'>[];
  readonly isRequired: boolean;
}

/** What stands in a list, or under a name that the caller chooses, is looked at once. */
const FIRST_ITEM = '0';
const ANY_NAME = 'X-Conformance';
/** No body of the contract is deeper; a schema that refers to itself would be. */
const DEEPEST = 16;

/** Every place of the body of an operation, the whole first. */
export function placesOf(described: DescribedOperation): Place[] {
  const { requestSchema } = described;
  if (requestSchema === undefined) return [];
  return [...walk({ pointer: '', schema: requestSchema, above: [], isRequired: true }, described)];
}

function* walk(place: Place, described: DescribedOperation): Iterable<Place> {
  yield place;
  if (place.above.length === DEEPEST) return;
  const { schema } = place;
  const below = (segment: string, part: Schema, isRequired: boolean): Place => ({
    pointer: `${place.pointer}/${segment}`,
    schema: described.resolve(part),
    above: [...place.above, place],
    isRequired,
  });
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    yield* walk(below(name, part, schema.required?.includes(name) === true), described);
  if (schema.items !== undefined) yield* walk(below(FIRST_ITEM, schema.items, false), described);
  if (typeof schema.additionalProperties === 'object')
    yield* walk(below(ANY_NAME, schema.additionalProperties, false), described);
}
