import { codeOfKeyword, type ValidationError, type Validate } from '@penstock/contract/validators';
import type { Check } from '../check.ts';
import type { DescribedOperation, Parameter } from '../described-operation.ts';
import type { ApiRequest, Session } from '../session.ts';
import { expectNotRefused, expectRefusal } from './refusal.ts';
import { fittingRequest } from './request.ts';
import { sampleOf } from './sample.ts';
import { boundaryTrials, type Trial, wrongTrials } from './trial-values.ts';

/** What a header can carry, and nothing that is cut off at its ends. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
/** Whole numbers in every way but decimal digits, and what is not whole. */
const NO_INTEGERS = ['abc', '1.5', '1e2', '0x10', '+1', ''];
const UNKNOWN = 'x-unknown';

/** Each parameter at the boundaries of its schema and beyond them; and in the query what is unknown or stands twice. */
export function parameterChecks(described: DescribedOperation): Check[] {
  return [...described.parameters.flatMap((parameter) => checksOf(described, parameter)), unknown(described)];
}

function checksOf(described: DescribedOperation, parameter: Parameter): Check[] {
  const fitting = parameter.example ?? sampleOf(parameter.schema, described);
  return [
    // Anything may stand in a path that is not there; what is taken shows only in a query or a header.
    ...(parameter.in === 'path' ? [] : boundaryTrials(parameter.schema, fitting)).flatMap((trial) =>
      taken(described, parameter, trial),
    ),
    ...wrongTrials(parameter.schema, fitting).flatMap((trial) => refused(described, parameter, trial)),
    ...(parameter.schema.type === 'integer'
      ? NO_INTEGERS.map((text) => refusal(described, parameter, `type/${text}`, [text], 'invalid_type'))
      : []),
    ...(parameter.in === 'query'
      ? [refusal(described, parameter, 'twice', [String(fitting), String(fitting)], undefined)]
      : []),
  ];
}

function taken(described: DescribedOperation, parameter: Parameter, { name, candidates }: Trial): Check[] {
  const value = candidates.find((each) => isSendable(parameter, each) && faultsOf(described, parameter, each).length === 0);
  if (value === undefined) return [];
  const code = codeOfKeyword(name.split('/')[0] ?? name);
  return [
    check(described, `${parameter.in}/${parameter.name}/${name}/at`, `takes the ${parameter.in} parameter ${parameter.name} at its ${name}`, async (session) => {
      const answer = await session.send(withParameter(await fittingRequest(described, session), parameter, [String(value)]));
      expectNotRefused(session, answer, { parameter: parameter.name, code });
    }),
  ];
}

function refused(described: DescribedOperation, parameter: Parameter, { name, candidates }: Trial): Check[] {
  // Whatever is sent arrives as text, so that other types do not exist.
  if (name.startsWith('type/')) return [];
  const wanted = codeOfKeyword(name);
  const value = candidates.find(
    (each) => isSendable(parameter, each) && faultsOf(described, parameter, each).some(({ code }) => code === wanted),
  );
  return value === undefined ? [] : [refusal(described, parameter, `${name}/beyond`, [String(value)], wanted)];
}

function refusal(
  described: DescribedOperation,
  parameter: Parameter,
  name: string,
  values: readonly string[],
  code: string | undefined,
): Check {
  const title = `refuses the ${parameter.in} parameter ${parameter.name} (${name})`;
  return check(described, `${parameter.in}/${parameter.name}/${name}`, title, async (session) => {
    const answer = await session.send(withParameter(await fittingRequest(described, session), parameter, values));
    const places = code === undefined ? [] : [{ parameter: parameter.name, code }];
    expectRefusal(session, answer, { status: 400, code: 'validation_failed', places });
  });
}

function unknown(described: DescribedOperation): Check {
  return check(described, `query/${UNKNOWN}`, 'refuses an unknown query parameter', async (session) => {
    const answer = await session.send({ ...(await fittingRequest(described, session)), query: { [UNKNOWN]: '1' } });
    const places = [{ parameter: UNKNOWN, code: 'unknown_parameter' }];
    expectRefusal(session, answer, { status: 400, code: 'validation_failed', places });
  });
}

function check(
  { id, operation }: DescribedOperation,
  name: string,
  title: string,
  run: (session: Session) => Promise<void>,
): Check {
  return {
    id: `generated/${id}/${name}`,
    kind: 'generated',
    title: `${id} ${title}`,
    operationId: id,
    needs: [],
    writes: operation.method !== 'get',
    run,
  };
}

function withParameter(request: ApiRequest, { in: place, name }: Parameter, values: readonly string[]): ApiRequest {
  const [value = ''] = values;
  switch (place) {
    case 'path':
      return { ...request, path: { ...request.path, [name]: value } };
    case 'query':
      return { ...request, query: { [name]: values } };
    case 'header':
      return { ...request, headers: { [name]: value } };
  }
}

function isSendable({ in: place }: Parameter, value: unknown): boolean {
  if (place === 'header') return HEADER_VALUE.test(String(value));
  // Without a value it is another path.
  return place === 'query' || String(value) !== '';
}

function faultsOf({ validators }: DescribedOperation, { in: place, name, example }: Parameter, value: unknown): readonly ValidationError[] {
  const validate: Validate = validators.parameters[place];
  return validate({ [name]: value ?? example }).filter(({ pointer }) => pointer === `/${name}`);
}
