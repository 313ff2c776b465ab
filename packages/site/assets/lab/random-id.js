// Random ids. `crypto.randomUUID` exists only on https and on loopback.

/** Returns 32 random hexadecimal digits. */
export function randomId() {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
