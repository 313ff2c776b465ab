/** Why a connection failed, as the end of a sentence; undefined if the code is unknown. */
export function connectionReason(code: string): string | undefined {
  return REASONS[code];
}

const REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  EAI_AGAIN: 'its name cannot be resolved now',
  ECONNREFUSED: 'nothing listens at its address',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ENOTFOUND: 'its name does not exist',
  ETIMEDOUT: 'it did not respond in time',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  TimeoutError: 'it did not respond in time',
};
