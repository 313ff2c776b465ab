import type { Surface } from '@penstock/contract';
import type { Contract } from '../contract/contract.ts';
import type { ObjectFields } from '../contract/fields.ts';
import type { BodyDetails, OperationDetails } from '../contract/operation-details.ts';
import { errorsPage, eventPage, operationPage } from '../links.ts';
import { fieldId, parameterId } from './fields.ts';

/** A location of the reference that describes a field or a parameter. */
export interface FieldLocation {
  readonly surface: Surface;
  readonly name: string;
  /** The schema that contains the field; undefined for a parameter. */
  readonly schema: string | undefined;
  /** The schemas of its value and of the items of a list. */
  readonly schemas: readonly string[];
  readonly type: string;
  readonly description: string;
  /** The operation, the event or the body, such as `createPipe`. */
  readonly owner: string;
  /** The part of the owner, such as `request` or `query parameter`. */
  readonly part: string;
  /** The page with the fragment of the field. */
  readonly url: string;
}

const found = new WeakMap<Contract, readonly FieldLocation[]>();

/** Returns every location of the reference that describes a field, in the order of the operations. Errors come last. */
export function fieldLocations(contract: Contract): readonly FieldLocation[] {
  const known = found.get(contract);
  if (known) return known;
  const locations = [
    ...[...contract.operations.values()].flatMap((operation) =>
      locationsOn(
        operationPage(operation),
        operation.surface,
        operation.operationId,
        operation.details,
        'body',
      ),
    ),
    ...[...contract.events.values()].flatMap(({ name, details }) =>
      contract.bundles.flatMap(({ surface }) =>
        locationsOn(eventPage(name), surface, name, details, 'event'),
      ),
    ),
    ...errorLocations(contract),
  ];
  found.set(contract, locations);
  return locations;
}

type Owner = Pick<FieldLocation, 'surface' | 'owner'> & { readonly page: string };

function locationsOn(
  page: string,
  surface: Surface,
  owner: string,
  { parameters, request, responses }: OperationDetails,
  requestPrefix: string,
): FieldLocation[] {
  const on = { page, surface, owner };
  return [
    ...parameters.map((parameter): FieldLocation => {
      const { name, location, type, description } = parameter;
      const url = `${page}#${encodeURI(parameterId(parameter))}`;
      return {
        surface,
        name,
        schema: undefined,
        schemas: [],
        type,
        description,
        owner,
        part: `${location} parameter`,
        url,
      };
    }),
    ...inBody(on, 'request', requestPrefix, request),
    ...responses.flatMap(({ status, body }) => inBody(on, 'response', responsePrefix(status), body)),
  ];
}

/** Returns the prefix of the ids of the fields of a response. */
export function responsePrefix(status: string): string {
  return status === '200' ? 'response' : `response-${status}`;
}

function inBody(on: Owner, part: string, prefix: string, body: BodyDetails | undefined): FieldLocation[] {
  return body?.fields ? inObject(on, part, prefix, body.fields) : [];
}

function inObject(on: Owner, part: string, prefix: string, { fields }: ObjectFields): FieldLocation[] {
  const { page, surface, owner } = on;
  return fields.flatMap(({ name, path, schema, schemas, type, description, content }) => [
    {
      surface,
      name,
      schema,
      schemas,
      type,
      description,
      owner,
      part,
      url: `${page}#${encodeURI(fieldId(prefix, path))}`,
    },
    ...(content ? inObject(on, part, prefix, content) : []),
  ]);
}

/** All error responses have the same body. */
function errorLocations({ operations, bundles }: Contract): FieldLocation[] {
  return bundles.flatMap(({ surface }) => {
    const [first] = [...operations.values()].filter((operation) => operation.surface === surface);
    return inBody(
      { page: errorsPage, surface, owner: 'every error' },
      'response',
      'error',
      first?.details.errorBody,
    );
  });
}
