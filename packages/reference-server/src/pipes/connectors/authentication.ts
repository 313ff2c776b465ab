import type { PipeSecrets } from '@penstock/engine';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable, required } from '../../stack/base/error-entries.ts';
import type { SourcePlan } from './source.ts';

/** The fields that an authentication method uses. */
export interface UsedFields {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

/** The authentication methods of a kind of source (D-35). The contract has the same table as data. */
export interface AuthenticationTable {
  /** The fields that authenticate the source. A dot separates a property from the object that contains it. */
  readonly fields: readonly string[];
  /** The fields that each method uses, by type and method. */
  readonly methods: Readonly<Record<string, Readonly<Record<string, UsedFields>>>>;
}

/** The type of sources that have none, and the method of sources without `authentication`. */
export const ANY_TYPE = 'any';
export const NO_METHOD = 'none';

/** The two halves of a credential. Both are required, or neither. */
const HALVES: Readonly<Record<string, readonly string[]>> = {
  credentials: ['username', 'password'],
  accessKey: ['accessKeyId', 'secretKey'],
  clientCertificate: ['certificate', 'privateKey'],
};

interface AuthenticatedSource {
  readonly type?: string;
  readonly authentication?: string;
}

/** The errors of the authentication of a source: an unsupported method, and missing, incomplete and unused fields. */
export function checkAuthentication(
  table: AuthenticationTable,
  plan: SourcePlan<AuthenticatedSource>,
): ErrorEntry[] {
  const { type = ANY_TYPE, authentication = NO_METHOD } = plan.source;
  const used = table.methods[type]?.[authentication];
  if (used === undefined) return [unsupported(Object.keys(table.methods[type] ?? {}), type)];
  const values = { ...plan.source, ...plan.secrets };
  const unusedReason =
    authentication === NO_METHOD
      ? 'requires an authentication that uses it'
      : `does not apply to ${authentication}; remove it, or change authentication`;
  return table.fields.flatMap((field) => {
    const pointer = `/${field.replace('.', '/')}`;
    const value = valueAt(values, field);
    if (value === undefined)
      return used.required?.includes(field) ? [required(pointer, `by ${authentication}`)] : [];
    if (!isUsed(used, field)) return [notApplicable(pointer, unusedReason)];
    return missingHalves(field, value).map((half) =>
      required(`${pointer}/${half}`, 'because none is stored yet'),
    );
  });
}

/**
 * Removes what the authentication of a changed source does not use, unless the change contains it: a change of the method
 * leaves no unused secret behind.
 */
export function withoutUnused<Source extends AuthenticatedSource>(
  table: AuthenticationTable,
  { source, secrets }: SourcePlan<Source>,
  change: object,
): SourcePlan<Source> {
  const used = table.methods[source.type ?? ANY_TYPE]?.[source.authentication ?? NO_METHOD];
  if (used === undefined) return { source, secrets };
  const unused = table.fields.filter((field) => !isUsed(used, field) && valueAt(change, field) === undefined);
  return {
    source: unused.reduce<object>(without, source) as Source,
    secrets: unused.reduce<object>(without, secrets) as PipeSecrets,
  };
}

function unsupported(methods: readonly string[], type: string): ErrorEntry {
  const named = methods.filter((method) => method !== NO_METHOD);
  const omitted = named.length < methods.length ? ', or be omitted' : '';
  return notApplicable(
    '/authentication',
    `must be one of ${named.join(', ')} for the type ${type}${omitted}`,
  );
}

function isUsed({ required: needed = [], optional = [] }: UsedFields, field: string): boolean {
  return needed.includes(field) || optional.includes(field);
}

function missingHalves(field: string, value: unknown): string[] {
  return (HALVES[field] ?? []).filter((half) => !Object.hasOwn(value as object, half));
}

function valueAt(values: object, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values);
}

/** A copy without a field. An object whose last property is removed is removed, too. */
function without(values: object, field: string): object {
  if (valueAt(values, field) === undefined) return values;
  const [name = '', rest] = field.split('.', 2);
  const { [name]: value, ...others } = values as Record<string, unknown>;
  const left = rest === undefined ? {} : without(value as object, rest);
  return Object.keys(left).length === 0 ? others : { ...others, [name]: left };
}
