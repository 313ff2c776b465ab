import type { DescribedProblem } from '../problems/problem.ts';

/*
 * Problems of requests that are invalid HTTP and reach no operation. They are not in the catalogue of the contract,
 * because HTTP clients never cause them.
 */

/** Node could not parse the request line, the headers or the framing of the body. */
export const MALFORMED_REQUEST = describe(
  400,
  'malformed_request',
  'The request is not valid HTTP',
  'The server could not parse an HTTP/1.1 request. Check the request line, the headers and the length of the body.',
);

/** The request did not arrive in time. */
const REQUEST_TIMEOUT = describe(
  408,
  'request_timeout',
  'The request took too long',
  'The request did not arrive in time. Retry on a new connection.',
);

/** An `Expect` header with anything but `100-continue`. */
export const EXPECTATION_FAILED = describe(
  417,
  'expectation_failed',
  'The expectation is not supported',
  'The server supports no expectation other than 100-continue. Remove the Expect header.',
);

/** More headers than Node accepts, by size or by number. */
const HEADERS_TOO_LARGE = describe(
  431,
  'headers_too_large',
  'The headers are too large',
  'The request line and the headers are larger than the server accepts. Send fewer or shorter headers.',
);

/** Returns the problem for the error of a `clientError` event. */
export function protocolProblemOf({ code }: NodeJS.ErrnoException): DescribedProblem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return HEADERS_TOO_LARGE;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return REQUEST_TIMEOUT;
    default:
      return MALFORMED_REQUEST;
  }
}

function describe(status: number, code: string, title: string, detail: string): DescribedProblem {
  return { status, code, title, detail, errors: undefined, headers: {} };
}
