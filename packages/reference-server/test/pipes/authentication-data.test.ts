import { readFileSync } from 'node:fs';
import type { PipeSecrets, SourceKind } from '@penstock/engine';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { PipeCreateBody, PipeUpdateBody } from '../../src/pipes/pipe.ts';
import { changePipe, checkPlan, definePipe } from '../../src/pipes/plan.ts';
import { requestExample } from '../support/examples.ts';

interface Combination {
  readonly types: readonly string[];
  readonly method: string;
  readonly default?: boolean;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

interface Table {
  readonly fields: readonly string[];
  readonly combinations: readonly Combination[];
}

// The table as the contract publishes it.
const data = parse(
  readFileSync(new URL('../../../../openapi/description/pipe-authentication.yaml', import.meta.url), 'utf8'),
) as Record<SourceKind, Table>;

const VALUES: Readonly<Record<string, unknown>> = {
  credentials: { username: 'u', password: 'p' },
  'credentials.username': 'u',
  'credentials.password': 'p',
  accessKey: { accessKeyId: 'i', secretKey: 's' },
  iamRole: 'role',
  clientCertificate: { certificate: 'c', privateKey: 'k' },
  connectionString: 'AccountName=shop;AccountKey=x',
};

/** A valid source without its authentication. The rest of the body never changes. */
function bodyOf(kind: SourceKind, type: string, authentication: object): PipeCreateBody {
  const body = requestExample('createPipe', kind);
  const source = { ...body.source[kind], ...(type === 'any' ? {} : { type }) };
  for (const field of ['authentication', 'queueUrl', 'credentials', 'accessKey', 'iamRole'])
    delete source[field];
  const azure = type === 'azureblobstorage' ? { azureContainerName: 'exports', url: undefined } : {};
  return { ...body, source: { [kind]: { ...source, ...azure, ...authentication } } };
}

/** `credentials.username` is a property of `credentials`. */
function valuesOf(fields: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const [name = '', property] = field.split('.');
    values[name] =
      property === undefined
        ? VALUES[field]
        : { ...(values[name] as object | undefined), [property]: VALUES[field] };
  }
  return values;
}

/** Every choice of fields. */
function subsets(fields: readonly string[]): string[][] {
  const choices = Array.from({ length: 2 ** fields.length }, (_, choice) => choice);
  return choices.map((choice) => fields.filter((_, index) => choice & (1 << index)));
}

function pointersOf(kind: SourceKind, errors: ReturnType<typeof checkPlan>): string[] {
  return errors.map(({ pointer = '', code }) => `${pointer.replace(`/source/${kind}/`, '')} ${code}`).sort();
}

/** The errors of a choice of fields, by the table alone. */
function expectedErrors(combination: Combination | undefined, { fields }: Table, set: readonly string[]) {
  if (combination === undefined) return ['authentication not_applicable'];
  const { required = [], optional = [] } = combination;
  return fields
    .flatMap((field) => {
      const pointer = field.replace('.', '/');
      if (!set.includes(field)) return required.includes(field) ? [`${pointer} required`] : [];
      return required.includes(field) || optional.includes(field) ? [] : [`${pointer} not_applicable`];
    })
    .sort();
}

describe.each(Object.entries(data) as [SourceKind, Table][])('a %s source', (kind, table) => {
  const types = [...new Set(table.combinations.flatMap((combination) => combination.types))];
  const methods = [...new Set(table.combinations.map(({ method }) => method))];

  test.each(types.flatMap((type) => methods.map((method) => [type, method])))(
    'of the type %s with the method %s uses the fields of the table',
    (type, method) => {
      const combination = table.combinations.find(
        (candidate) => candidate.types.includes(type) && candidate.method === method,
      );
      // Without `authentication`, a default applies.
      if (method === 'none' && combination === undefined) return;
      for (const set of subsets(table.fields)) {
        const authentication = method === 'none' ? {} : { authentication: method };
        const plan = definePipe(bodyOf(kind, type, { ...authentication, ...valuesOf(set) }), 'id');
        const errors = pointersOf(kind, checkPlan(plan));
        expect(errors, `${set}`).toEqual(expectedErrors(combination, table, set));
      }
    },
  );

  test.each(table.combinations.filter(({ default: isDefault }) => isDefault))(
    'without an authentication has $method',
    ({ types: ofTypes, method, required = [] }) => {
      for (const type of ofTypes) {
        const plan = definePipe(bodyOf(kind, type, valuesOf(required)), 'id');
        expect(checkPlan(plan)).toEqual([]);
        expect(plan.definition.source[kind]?.authentication ?? 'none').toBe(method);
      }
    },
  );

  test('that changes its method keeps nothing that only the previous one used', () => {
    for (const before of table.combinations) {
      for (const after of table.combinations) {
        const type = before.types.find((candidate) => after.types.includes(candidate));
        if (type === undefined || before === after || after.method === 'none') continue;
        const { required = [] } = before;
        const authentication = before.method === 'none' ? {} : { authentication: before.method };
        const plan = definePipe(bodyOf(kind, type, { ...authentication, ...valuesOf(required) }), 'id');
        const change = { authentication: after.method, ...valuesOf(after.required ?? []) };
        const changed = changePipe(plan, { source: { [kind]: change } } as PipeUpdateBody);
        expect(checkPlan(changed), `${type}: ${before.method} to ${after.method}`).toEqual([]);
        const kept = required.filter((field) => after.optional?.includes(field));
        const fresh = definePipe(bodyOf(kind, type, { ...change, ...valuesOf(kept) }), 'id');
        expect(withoutRegistry(changed.secrets)).toEqual(withoutRegistry(fresh.secrets));
        expect(changed.definition.source).toEqual(fresh.definition.source);
      }
    }
  });
});

function withoutRegistry({ schemaRegistryCredentials, ...secrets }: PipeSecrets) {
  return secrets;
}
