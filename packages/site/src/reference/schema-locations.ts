import type { Surface } from '@penstock/contract';
import type { Contract } from '../contract/contract.ts';
import type { BodyDetails } from '../contract/operation-details.ts';
import { errorsPage, eventPage, operationPage } from '../links.ts';
import { fieldLocations, responsePrefix } from './field-locations.ts';

/** Where the reference describes the schemas of a contract, and their properties. */
export interface SchemaLocations {
  /** Returns the first location with a value of a schema; undefined for a schema without one. */
  ofSchema(surface: Surface, schema: string): string | undefined;
  /** Returns the first location of a property of a schema. */
  ofProperty(surface: Surface, schema: string, property: string): string | undefined;
}

const found = new WeakMap<Contract, SchemaLocations>();

export function schemaLocations(contract: Contract): SchemaLocations {
  const known = found.get(contract);
  if (known) return known;
  const schemas = new Map<string, string>();
  const properties = new Map<string, string>();
  for (const { surface, schema, url } of bodies(contract)) setOnce(schemas, `${surface} ${schema}`, url);
  for (const { surface, schema, schemas: values, name, url } of fieldLocations(contract)) {
    for (const value of values) setOnce(schemas, `${surface} ${value}`, url);
    setOnce(properties, `${surface} ${schema} ${name}`, url);
  }
  const locations: SchemaLocations = {
    ofSchema: (surface, schema) => schemas.get(`${surface} ${schema}`),
    ofProperty: (surface, schema, property) => properties.get(`${surface} ${schema} ${property}`),
  };
  found.set(contract, locations);
  return locations;
}

interface BodyLocation {
  readonly surface: Surface;
  readonly schema: string | undefined;
  readonly url: string;
}

function bodies({ operations, events, bundles }: Contract): BodyLocation[] {
  return [
    ...[...operations.values()].flatMap((operation) => {
      const { surface, details } = operation;
      const page = operationPage(operation);
      return [
        locationOf(surface, `${page}#request-body`, details.request),
        ...details.responses.map(({ status, body }) =>
          locationOf(surface, `${page}#${responsePrefix(status)}`, body),
        ),
        locationOf(surface, `${errorsPage}#error-body`, details.errorBody),
      ];
    }),
    ...[...events.values()].flatMap(({ name, details }) =>
      bundles.map(({ surface }) => locationOf(surface, `${eventPage(name)}#event-body`, details.request)),
    ),
  ];
}

function locationOf(surface: Surface, url: string, body: BodyDetails | undefined): BodyLocation {
  return { surface, schema: body?.schema, url };
}

function setOnce(locations: Map<string, string>, key: string, url: string): void {
  if (!locations.has(key)) locations.set(key, url);
}
