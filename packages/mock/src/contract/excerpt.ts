import type { OpenApiDocument } from '@penstock/contract/documents';
import { type OperationPlace, referredTo } from './document.ts';

/** A document with one operation and the components that it needs: a copy, which others may write into. */
export function excerptOf(
  document: OpenApiDocument,
  { path, method, pathItem, operation }: OperationPlace,
): OpenApiDocument {
  const { parameters } = pathItem;
  const paths = { [path]: { ...(parameters && { parameters }), [method]: operation } };
  const components: Record<string, Record<string, unknown>> = {};
  for (const $ref of referredTo(document, paths).keys()) {
    const [, kind, name] = $ref.replace(/^#\//, '').split('/');
    if (kind === undefined || name === undefined) continue;
    components[kind] = { ...components[kind], [name]: document.components[kind]?.[name] };
  }
  const { securitySchemes } = document.components ?? {};
  const { openapi, info, security } = document;
  return structuredClone({
    openapi,
    info,
    ...(security !== undefined && { security }),
    paths: paths as OpenApiDocument['paths'],
    components: {
      ...components,
      ...(securitySchemes && { securitySchemes }),
    } as OpenApiDocument['components'],
  });
}
