import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { UNKNOWN_ID } from '../session.ts';
import { errorResponseCheck } from './error-response-check.ts';
import { isTenantOnly, requestForUnknownResource, validRequest } from './valid-request.ts';

/** 403 for readers that write (D-60), and 404 for unknown resources and those of another tenant. */
export function accessChecks(described: ContractOperation): Check[] {
  const { operation, responses } = described;
  const { pathParameters } = operation;
  const isAboutOne = !isTenantOnly(pathParameters);
  const tenant = pathParameters.filter((name) => isTenantOnly([name]));
  return [
    ...(responses.has(403) ? [reader(described)] : []),
    ...(isAboutOne ? [unknown(described), foreign(described)] : []),
    ...tenant.map((name) => unknownTenant(described, name)),
    ...(tenant.length > 0 ? [foreignTenant(described)] : []),
  ];
}

function reader(described: ContractOperation): Check {
  return errorResponseCheck(described, {
    name: '403/reader',
    title: `${described.id} rejects a reader`,
    needs: ['reader'],
    expected: { status: 403, code: 'forbidden' },
    request: async (_described, session) => ({ ...(await validRequest(described, session)), as: 'reader' }),
  });
}

const NOT_FOUND = { status: 404, code: 'resource_not_found' };

function unknown(described: ContractOperation): Check {
  return errorResponseCheck(described, {
    name: '404/unknown',
    title: `${described.id} returns 404 for an unknown resource`,
    expected: NOT_FOUND,
    request: requestForUnknownResource,
  });
}

/** The resource exists; the stranger asks for it in the stranger's own tenant. */
function foreign(described: ContractOperation): Check {
  return errorResponseCheck(described, {
    name: '404/foreign',
    title: `${described.id} returns 404 for a resource of another tenant`,
    needs: ['second-tenant'],
    expected: NOT_FOUND,
    request: async (_described, session) => ({
      ...(await validRequest(described, session)),
      as: 'stranger',
    }),
  });
}

function unknownTenant(described: ContractOperation, parameter: string): Check {
  return errorResponseCheck(described, {
    name: `404/unknown-${parameter}`,
    title: `${described.id} returns 404 for an unknown ${parameter}`,
    expected: NOT_FOUND,
    request: async (_described, session) => {
      const request = await validRequest(described, session);
      return { ...request, path: { ...request.path, [parameter]: UNKNOWN_ID } };
    },
  });
}

/** The stranger asks for it in the admin's tenant. */
function foreignTenant(described: ContractOperation): Check {
  return errorResponseCheck(described, {
    name: '404/foreign-tenant',
    title: `${described.id} gives callers of another tenant no access`,
    needs: ['second-tenant'],
    expected: NOT_FOUND,
    request: async (_described, session) => {
      const request = await validRequest(described, session);
      const tenant = session.tenantOf('admin', described.operation.surface);
      return { ...request, path: { ...tenant, ...request.path }, as: 'stranger' };
    },
  });
}
