/** What stands in an answer where a secret stood. */
export const MASK = '***';

const SECRET_PARTS = new Set(['accountkey', 'sharedaccesssignature', 'password']);

/** Masks the secret parts of a connection string, `key=value` pairs separated by semicolons (D-22). */
export function maskConnectionString(connectionString: string): string {
  return connectionString.split(';').map(maskPart).join(';');
}

function maskPart(part: string): string {
  const [key = ''] = part.split('=', 1);
  return SECRET_PARTS.has(key.trim().toLowerCase()) ? `${key}=${MASK}` : part;
}
