import { secretNames } from './generated/secret-names.ts';

const REDACTED = '[redacted]';
/** Shorter secrets stay: replacing every `a` of a message would remove the message, not the secret. */
const MIN_REPLACED_LENGTH = 4;

/** Returns a body with the values of all properties that the contract declares secret replaced. */
export function redacted(body: string | undefined): unknown {
  return visited(body, (name, value) => (secretNames.includes(name) ? REDACTED : value));
}

/** Returns the secret texts of a body. */
export function secretsOf(body: string | undefined): string[] {
  const secrets: unknown[] = [];
  visited(body, (name, value) => {
    if (secretNames.includes(name)) secrets.push(value);
    return value;
  });
  return textsOf(secrets);
}

/** Returns a value of a response without the given secrets, plain or JSON-escaped. */
export function without<T>(secrets: readonly string[], value: T): T {
  const texts = secrets
    .filter(({ length }) => length >= MIN_REPLACED_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    // Longest first: one secret may be part of another.
    .sort((a, b) => b.length - a.length);
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' ? texts.reduce((rest, text) => rest.replaceAll(text, REDACTED), inner) : inner,
  );
}

/** In the raw layer a body may not be JSON. */
function visited(body: string | undefined, visitor: (name: string, value: unknown) => unknown): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body, visitor);
  } catch {
    return REDACTED;
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
