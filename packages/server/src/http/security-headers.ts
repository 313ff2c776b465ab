import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * The parts of helmet for responses that are data and never a page: browsers may not load anything from them, frame
 * them, sniff another media type, or embed them in another origin (CORS still lets allowed pages read them). The rest of
 * helmet is for documents or outdated browsers.
 *
 * No Strict-Transport-Security: it applies to a whole host for months and must not be sent over plain HTTP (RFC 6797
 * section 7.2). The proxy that terminates TLS sets it.
 */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});

/**
 * The security headers of every response, including the responses to requests that do not reach Express. They are
 * constant, so they are computed once.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = headersSetBy(protect);

function headersSetBy(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => undefined);
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(headers);
}
