import { codeOfKeyword, type Validate, type ValidationError } from '@penstock/contract/validators';
import type { Check } from '../check.ts';
import type { ContractOperation, Parameter } from '../contract-operation.ts';
import type { ApiRequest, Session } from '../session.ts';
import { boundaryTrials, invalidTrials, type Trial } from './boundary-values.ts';
import { expectErrorResponse, expectNotRejected } from './error-response-check.ts';
import { sampleValue } from './sample-value.ts';
import { validRequest } from './valid-request.ts';

/** A value that HTTP transfers unchanged. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
/** Integers in notations other than decimal digits, and values that are not integers. */
const INVALID_INTEGERS = ['abc', '1.5', '1e2', '0x10', '+1', ''];
const UNKNOWN = 'x-unknown';

/** Each parameter at the boundaries of its schema and beyond them; in the query also unknown and repeated names. */
export function parameterChecks(described: ContractOperation): Check[] {
  return [...described.parameters.flatMap((parameter) => checksOf(described, parameter)), unknown(described)];
}

function checksOf(described: ContractOperation, parameter: Parameter): Check[] {
  const valid = parameter.example ?? sampleValue(parameter.schema, described);
  return [
    // A path with any valid value is a 404 at worst; acceptance is visible in a query or a header only.
    ...(parameter.in === 'path' ? [] : boundaryTrials(parameter.schema, valid)).flatMap((trial) =>
      acceptedCheck(described, parameter, trial),
    ),
    ...invalidTrials(parameter.schema, valid).flatMap((trial) => rejectedCheck(described, parameter, trial)),
    ...(parameter.schema.type === 'integer'
      ? INVALID_INTEGERS.map((text) =>
          rejection(described, parameter, `type/${text}`, [text], 'invalid_type'),
        )
      : []),
    ...(parameter.in === 'query'
      ? [rejection(described, parameter, 'twice', [String(valid), String(valid)], undefined)]
      : []),
  ];
}

function acceptedCheck(
  described: ContractOperation,
  parameter: Parameter,
  { name, candidates }: Trial,
): Check[] {
  const value = candidates.find(
    (each) => isSendable(parameter, each) && validationErrors(described, parameter, each).length === 0,
  );
  if (value === undefined) return [];
  const code = codeOfKeyword(name.split('/')[0] ?? name);
  return [
    check(
      described,
      `${parameter.in}/${parameter.name}/${name}/at`,
      `accepts the ${parameter.in} parameter ${parameter.name} at its ${name}`,
      async (session) => {
        const response = await session.send(
          withParameter(await validRequest(described, session), parameter, [String(value)]),
        );
        expectNotRejected(session, response, { parameter: parameter.name, code });
      },
    ),
  ];
}

function rejectedCheck(
  described: ContractOperation,
  parameter: Parameter,
  { name, candidates }: Trial,
): Check[] {
  // Every value is sent as text, so no other types exist.
  if (name.startsWith('type/')) return [];
  const expectedCode = codeOfKeyword(name);
  const value = candidates.find(
    (each) =>
      isSendable(parameter, each) &&
      validationErrors(described, parameter, each).some(({ code }) => code === expectedCode),
  );
  return value === undefined
    ? []
    : [rejection(described, parameter, `${name}/beyond`, [String(value)], expectedCode)];
}

function rejection(
  described: ContractOperation,
  parameter: Parameter,
  name: string,
  values: readonly string[],
  code: string | undefined,
): Check {
  const title = `rejects the ${parameter.in} parameter ${parameter.name} (${name})`;
  return check(described, `${parameter.in}/${parameter.name}/${name}`, title, async (session) => {
    const response = await session.send(
      withParameter(await validRequest(described, session), parameter, values),
    );
    const entries = code === undefined ? [] : [{ parameter: parameter.name, code }];
    expectErrorResponse(session, response, { status: 400, code: 'validation_failed', entries });
  });
}

function unknown(described: ContractOperation): Check {
  return check(described, `query/${UNKNOWN}`, 'rejects an unknown query parameter', async (session) => {
    const response = await session.send({
      ...(await validRequest(described, session)),
      query: { [UNKNOWN]: '1' },
    });
    const entries = [{ parameter: UNKNOWN, code: 'unknown_parameter' }];
    expectErrorResponse(session, response, { status: 400, code: 'validation_failed', entries });
  });
}

function check(
  { id, operation }: ContractOperation,
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

function withParameter(
  request: ApiRequest,
  { in: location, name }: Parameter,
  values: readonly string[],
): ApiRequest {
  const [value = ''] = values;
  switch (location) {
    case 'path':
      return { ...request, path: { ...request.path, [name]: value } };
    case 'query':
      return { ...request, query: { [name]: values } };
    case 'header':
      return { ...request, headers: { [name]: value } };
  }
}

function isSendable({ in: location }: Parameter, value: unknown): boolean {
  if (location === 'header') return HEADER_VALUE.test(String(value));
  // An empty value changes the path.
  return location === 'query' || String(value) !== '';
}

function validationErrors(
  { validators }: ContractOperation,
  { in: location, name, example }: Parameter,
  value: unknown,
): readonly ValidationError[] {
  const validate: Validate = validators.parameters[location];
  return validate({ [name]: value ?? example }).filter(({ pointer }) => pointer === `/${name}`);
}
