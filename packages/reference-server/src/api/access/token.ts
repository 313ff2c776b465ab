/** A token consists of its id and its secret, so validating it takes one indexed lookup and one comparison. */
const TOKEN = /^pst_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

/** The id and the secret of a token; undefined if the text is not a token. */
export function parseToken(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = TOKEN.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export function formatToken(id: string, secret: string): string {
  return `pst_${id}_${secret}`;
}
