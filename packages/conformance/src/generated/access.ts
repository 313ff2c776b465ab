import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import { refusalCheck } from './refusal.ts';
import { fittingRequest, NO_ID, namesTenantAlone, requestForNothing } from './request.ts';

/** 403 for readers who write (D-60), and 404 for what is not there or belongs to somebody else. */
export function accessChecks(described: DescribedOperation): Check[] {
  const { operation, answers } = described;
  const { pathParameters } = operation;
  const isAboutOne = !namesTenantAlone(pathParameters);
  const tenant = pathParameters.filter((name) => namesTenantAlone([name]));
  return [
    ...(answers.has(403) ? [reader(described)] : []),
    ...(isAboutOne ? [unknown(described), foreign(described)] : []),
    ...tenant.map((name) => unknownTenant(described, name)),
    ...(tenant.length > 0 ? [foreignTenant(described)] : []),
  ];
}

function reader(described: DescribedOperation): Check {
  return refusalCheck(described, {
    name: '403/reader',
    title: `${described.id} refuses a reader`,
    needs: ['reader'],
    refusal: { status: 403, code: 'forbidden' },
    request: async (_described, session) => ({ ...(await fittingRequest(described, session)), as: 'reader' }),
  });
}

const NOT_FOUND = { status: 404, code: 'resource_not_found' };

function unknown(described: DescribedOperation): Check {
  return refusalCheck(described, {
    name: '404/unknown',
    title: `${described.id} does not find what is not there`,
    refusal: NOT_FOUND,
    request: requestForNothing,
  });
}

/** The thing exists, and the stranger asks for it where the stranger's own things are. */
function foreign(described: DescribedOperation): Check {
  return refusalCheck(described, {
    name: '404/foreign',
    title: `${described.id} does not show what another tenant has`,
    needs: ['second-tenant'],
    refusal: NOT_FOUND,
    request: async (_described, session) => ({
      ...(await fittingRequest(described, session)),
      as: 'stranger',
    }),
  });
}

function unknownTenant(described: DescribedOperation, parameter: string): Check {
  return refusalCheck(described, {
    name: `404/unknown-${parameter}`,
    title: `${described.id} does not find an unknown ${parameter}`,
    refusal: NOT_FOUND,
    request: async (_described, session) => {
      const request = await fittingRequest(described, session);
      return { ...request, path: { ...request.path, [parameter]: NO_ID } };
    },
  });
}

/** The stranger asks where the admin's things are. */
function foreignTenant(described: DescribedOperation): Check {
  return refusalCheck(described, {
    name: '404/foreign-tenant',
    title: `${described.id} does not let anybody into another tenant`,
    needs: ['second-tenant'],
    refusal: NOT_FOUND,
    request: async (_described, session) => {
      const request = await fittingRequest(described, session);
      const tenant = session.tenantOf('admin', described.operation.surface);
      return { ...request, path: { ...tenant, ...request.path }, as: 'stranger' };
    },
  });
}
