/** The HTTP methods that a path item can have, in the order of the OpenAPI specification. */
export const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** An HTTP method as OpenAPI writes it. */
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** Whether a key of a path item is an HTTP method, and so its value an operation. */
export function isHttpMethod(key: string): key is HttpMethod {
  return HTTP_METHODS.some((method) => method === key);
}
