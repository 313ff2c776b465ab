import { type Operation, operations } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { errorResponseCheck } from './error-response-check.ts';
import { validRequest } from './valid-request.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

/** 405, and an Allow header with the methods of the path. */
export function methodChecks(described: ContractOperation): Check[] {
  const own = methodsOf(described.operation);
  return METHODS.filter((method) => !own.includes(method)).map((method) =>
    errorResponseCheck(described, {
      name: `405/${method}`,
      title: `the path of ${described.id} has no ${method}`,
      // Preparing the request of an operation that writes may create what it refers to.
      writes: method !== 'GET' || described.operation.method !== 'get',
      expected: { status: 405, code: 'method_not_allowed' },
      request: async (_described, session) => {
        const { body: _body, ...request } = await validRequest(described, session);
        return { ...request, method };
      },
      more: (response, session) => {
        const allowed = (response.headers.get('allow') ?? '').split(',').map((name) => name.trim());
        session.expect(
          own.every((name) => allowed.includes(name)) && !allowed.includes(method),
          `Allow must list ${own.join(', ')}, and not ${method}.`,
        );
      },
    }),
  );
}

function methodsOf({ path }: Operation): string[] {
  return Object.values(operations)
    .filter((operation) => operation.path === path)
    .map(({ method }) => method.toUpperCase());
}
