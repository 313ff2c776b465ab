/** What stands in an answer where something that may be secret stood. */
export const MASK = '***';

/** The only parts that are known to hold no secret. Others are masked, whatever they are called (D-22). */
const OPEN_PARTS = new Set(['accountname', 'defaultendpointsprotocol', 'endpointsuffix']);

/** Masks a connection string, `key=value` pairs separated by semicolons, but for the parts that are known to be open. */
export function maskConnectionString(connectionString: string): string {
  return connectionString.split(';').map(maskPart).join(';');
}

function maskPart(part: string): string {
  const [key = ''] = part.split('=', 1);
  return part === '' || OPEN_PARTS.has(key.toLowerCase()) ? part : `${key}=${MASK}`;
}
