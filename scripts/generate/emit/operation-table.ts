import type { Operation } from '../read/operations.ts';
import type { NamedSecurityScheme } from '../read/security-schemes.ts';
import { HEADER, literal } from './typescript-source.ts';

/** The operation table: the operations as data, for programs. */
export function generateOperationTable(operations: Operation[], schemes: NamedSecurityScheme[]): string {
  return `${HEADER}import type { Operation, SecurityScheme } from '../operation.ts';

/** Every operation of both surfaces by its operationId, in the order of the documents. */
export const operations = {
${operations.map(operationEntry).join('')}} as const satisfies Record<string, Operation>;

/** How the callers of each surface authenticate. */
export const securitySchemes = {
${schemes.map(schemeEntry).join('')}} as const satisfies Record<string, SecurityScheme>;
`;
}

function operationEntry(operation: Operation): string {
  return `  ${operation.id}: {
    surface: ${literal(operation.surface)},
    method: ${literal(operation.method)},
    path: ${literal(operation.path)},
    tag: ${literal(operation.tag)},
    summary: ${literal(operation.summary)},
    security: ${literal(operation.security)},
    stability: ${literal(operation.stability)},
    idempotency: ${literal(operation.idempotency)},
    statuses: ${literal(operation.statuses)},
    pathParameters: ${literal(operation.pathParameters)},
    queryParameters: ${literal(operation.queryParameters)},
    integerParameters: ${literal(operation.integerParameters)},
    headerParameters: ${literal(operation.headerParameters)},
    requestBody: ${literal(operation.requestBody)},
  },
`;
}

function schemeEntry({ name, surface, scheme }: NamedSecurityScheme): string {
  return `  ${name}: { surface: ${literal(surface)}, scheme: ${literal(scheme)} },\n`;
}
