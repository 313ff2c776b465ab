import type { DescribedProblem } from '../problems/problem.ts';

/*
 * Problems beneath the contract: what came is no request that an operation could get. None is of the contract's
 * catalogue, because who speaks HTTP never sees them.
 */

/** What Node could not read as a request: its first line, its headers, the framing of its body. */
export const MALFORMED_REQUEST = describe(
  400,
  'malformed_request',
  'The request is not HTTP',
  'What was sent could not be read as an HTTP/1.1 request. Look for a broken first line, header or body length.',
);

/** What did not arrive in time. */
const REQUEST_TIMEOUT = describe(
  408,
  'request_timeout',
  'The request took too long',
  'The request did not arrive in time. Send it again on a new connection.',
);

/** An `Expect` header with anything but `100-continue`. */
export const EXPECTATION_FAILED = describe(
  417,
  'expectation_failed',
  'The expectation cannot be met',
  'The only expectation that the server meets is 100-continue. Leave the Expect header out.',
);

/** More headers than Node reads, by bytes or by number. */
const HEADERS_TOO_LARGE = describe(
  431,
  'headers_too_large',
  'The headers are too large',
  'The first line and the headers together are more than the server reads. Send fewer or shorter headers.',
);

/** The problem behind the error of a `clientError` event. */
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
