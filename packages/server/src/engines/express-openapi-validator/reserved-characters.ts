import { type OpenApiDocument, type ParameterObject, readOperations } from '@penstock/contract/reader';

/**
 * Lets query parameters contain reserved characters that are not percent-encoded, such as the colons of a timestamp. The contract does
 * not declare it with `allowReserved`, because then clients would not encode `&` and `#` either, which end a value. Without it
 * express-openapi-validator rejects all of them. Changes `document`.
 */
export function acceptReserved(document: OpenApiDocument): OpenApiDocument {
  const parameters: ParameterObject[] = readOperations(document).flatMap((operation) => operation.parameters);
  for (const parameter of parameters)
    if (parameter.in === 'query') Object.assign(parameter, { allowReserved: true });
  return document;
}
