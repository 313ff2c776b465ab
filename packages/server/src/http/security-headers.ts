import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * What helmet has for answers that are data and never a page: nothing in them may be loaded, framed, taken for another
 * media type, or embedded by another origin (a page that CORS lets in reads them all the same). The rest of helmet is
 * for documents, or for browsers that are gone.
 *
 * No Strict-Transport-Security: it binds a whole host for months and must not be sent over plain HTTP (RFC 6797
 * section 7.2), so it belongs to whatever ends TLS in front of the server.
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
 * The security headers of every answer. They never change, so they are made once: answers beneath the contract, which
 * no Express ever sees, have them too.
 */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = headersSetBy(protect);

function headersSetBy(middleware: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => undefined);
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
