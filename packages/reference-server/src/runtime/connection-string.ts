/** Replaces parts of a response that may be secret. */
export const MASK = '***';

/** The only parts that are known to contain no secret. All others are masked (D-22). */
const OPEN_PARTS = new Set(['accountname', 'defaultendpointsprotocol', 'endpointsuffix']);

/** Masks a connection string (`key=value` pairs separated by semicolons) except for the parts that are not secret. */
export function maskConnectionString(connectionString: string): string {
  return connectionString.split(';').map(maskPart).join(';');
}

function maskPart(part: string): string {
  const [key = ''] = part.split('=', 1);
  return part === '' || OPEN_PARTS.has(key.toLowerCase()) ? part : `${key}=${MASK}`;
}
