import { secretNames } from './generated/secret-names.ts';

const REDACTED = '[redacted]';
/** Replacing every `a` of a sentence would hide the sentence and not the secret. */
const SHORTEST_REPLACED = 4;

/** A body as hooks may see it: what is below a name that the contract declares secret is replaced. */
export function redacted(body: string | undefined): unknown {
  return visited(body, (name, value) => (secretNames.includes(name) ? REDACTED : value));
}

/** The texts of a body that are secrets. */
export function secretsOf(body: string | undefined): string[] {
  const secrets: unknown[] = [];
  visited(body, (name, value) => {
    if (secretNames.includes(name)) secrets.push(value);
    return value;
  });
  return textsOf(secrets);
}

/** A value of an answer without secrets that it repeats, as they are or as JSON has them. */
export function without<T>(secrets: readonly string[], value: T): T {
  const texts = secrets
    .filter(({ length }) => length >= SHORTEST_REPLACED)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    // The longest first: one may be part of another.
    .sort((a, b) => b.length - a.length);
  return JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' ? texts.reduce((rest, text) => rest.replaceAll(text, REDACTED), inner) : inner,
  );
}

/** In the raw layer a body may be something else than JSON. */
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
