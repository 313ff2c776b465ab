import { type Operation, operations } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import { refusalCheck } from './refusal.ts';
import { fittingRequest } from './request.ts';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];

/** 405, and which methods there are. */
export function methodChecks(described: DescribedOperation): Check[] {
  const own = methodsOf(described.operation);
  return METHODS.filter((method) => !own.includes(method)).map((method) =>
    refusalCheck(described, {
      name: `405/${method}`,
      title: `the path of ${described.id} has no ${method}`,
      writes: method !== 'GET',
      refusal: { status: 405, code: 'method_not_allowed' },
      request: async (_described, session) => {
        const { body: _body, ...request } = await fittingRequest(described, session);
        return { ...request, method };
      },
      more: (answer, session) => {
        const allowed = (answer.headers.get('allow') ?? '').split(',').map((name) => name.trim());
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
