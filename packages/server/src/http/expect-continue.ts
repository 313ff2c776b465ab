import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends `100 Continue` when the app begins to read the body, which is after authentication, and not before the app, as Node
 * does. A client whose request the app rejects need not send its body; it may send it nevertheless, so the connection ends
 * with the response.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('resume', () => {
    // Node also reads the rest of a request after the response.
    if (response.headersSent) return;
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
}
