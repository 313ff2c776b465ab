/** As a server reads them; the mock knows nobody, so whoever is named in them will do (RFC 7617, RFC 6750). */
const CREDENTIALS: Readonly<Record<string, (authorization: string) => boolean>> = {
  basic: (authorization) => {
    const [, encoded] = /^ *basic +([A-Za-z0-9._~+/-]+=*) *$/i.exec(authorization) ?? [];
    return encoded !== undefined && Buffer.from(encoded, 'base64').includes(':');
  },
  bearer: (authorization) => /^bearer +[A-Za-z0-9\-._~+/]+=* *$/i.test(authorization),
};

const CHALLENGES: Readonly<Record<string, string>> = {
  basic: 'Basic realm="penstock", charset="UTF-8"',
  bearer: 'Bearer realm="penstock"',
};

/** Whether a request carries what the scheme asks for. A scheme that the mock does not know asks for nothing. */
export function hasCredentials(authorization: string | undefined, scheme: string | undefined): boolean {
  const isCredential = CREDENTIALS[scheme ?? ''];
  return isCredential === undefined || (authorization !== undefined && isCredential(authorization));
}

/** The value of `WWW-Authenticate`. */
export function challengeOf(scheme: string | undefined): string {
  return CHALLENGES[scheme ?? ''] ?? '';
}
