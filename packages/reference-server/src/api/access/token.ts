/** A token is its id and its secret, so that one indexed look-up and one comparison tell whether it is valid. */
const TOKEN = /^pst_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;

/** What a token is made of; undefined if it is none. */
export function parseToken(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = TOKEN.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export function formatToken(id: string, secret: string): string {
  return `pst_${id}_${secret}`;
}
