import type { Surface } from '@penstock/contract';
import type { Contract } from '../contract/contract.ts';
import type { BodyDetails } from '../contract/operation-details.ts';
import { errorsPage, eventPage, operationPage } from '../links.ts';
import { fieldPlaces, responsePrefix } from './field-places.ts';

/** Where the reference describes the schemas of a contract, and their properties. */
export interface SchemaPlaces {
  /** Returns the first place with a value of a schema; undefined for a schema without one. */
  ofSchema(surface: Surface, schema: string): string | undefined;
  /** Returns the first place of a property of a schema. */
  ofProperty(surface: Surface, schema: string, property: string): string | undefined;
}

const found = new WeakMap<Contract, SchemaPlaces>();

export function schemaPlaces(contract: Contract): SchemaPlaces {
  const known = found.get(contract);
  if (known) return known;
  const schemas = new Map<string, string>();
  const properties = new Map<string, string>();
  for (const { surface, schema, url } of bodies(contract)) setOnce(schemas, `${surface} ${schema}`, url);
  for (const { surface, schema, schemas: values, name, url } of fieldPlaces(contract)) {
    for (const value of values) setOnce(schemas, `${surface} ${value}`, url);
    setOnce(properties, `${surface} ${schema} ${name}`, url);
  }
  const places: SchemaPlaces = {
    ofSchema: (surface, schema) => schemas.get(`${surface} ${schema}`),
    ofProperty: (surface, schema, property) => properties.get(`${surface} ${schema} ${property}`),
  };
  found.set(contract, places);
  return places;
}

interface BodyPlace {
  readonly surface: Surface;
  readonly schema: string | undefined;
  readonly url: string;
}

function bodies({ operations, events, bundles }: Contract): BodyPlace[] {
  return [
    ...[...operations.values()].flatMap((operation) => {
      const { surface, details } = operation;
      const page = operationPage(operation);
      return [
        placeOf(surface, `${page}#request-body`, details.request),
        ...details.responses.map(({ status, body }) =>
          placeOf(surface, `${page}#${responsePrefix(status)}`, body),
        ),
        placeOf(surface, `${errorsPage}#error-body`, details.errorBody),
      ];
    }),
    ...[...events.values()].flatMap(({ name, details }) =>
      bundles.map(({ surface }) => placeOf(surface, `${eventPage(name)}#event-body`, details.request)),
    ),
  ];
}

function placeOf(surface: Surface, url: string, body: BodyDetails | undefined): BodyPlace {
  return { surface, schema: body?.schema, url };
}

function setOnce(places: Map<string, string>, key: string, url: string): void {
  if (!places.has(key)) places.set(key, url);
}
