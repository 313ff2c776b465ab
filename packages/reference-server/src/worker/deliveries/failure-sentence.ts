/** Why there was no response, as a sentence. The messages of Node.js are not used, because they contain addresses. */
export function failureSentence(error: unknown): string {
  const { code = 'unknown' } = error as { readonly code?: string };
  const known = SENTENCES[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'The response is not valid HTTP.';
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return `The certificate of the receiver is not trusted (${code}). Install a valid one.`;
  if (/SSL|TLS|EPROTO/.test(code)) return `The TLS connection failed (${code}).`;
  return `The request failed (${code}).`;
}

const CLOSED = 'The receiver closed the connection before it responded.';
const NO_ROUTE = 'There is no route to the receiver.';

const SENTENCES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired. Install a valid one.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: CLOSED,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  EPIPE: CLOSED,
  ETIMEDOUT: 'The receiver could not be connected to in time.',
};
