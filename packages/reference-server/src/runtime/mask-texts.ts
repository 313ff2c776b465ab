import { MASK } from './connection-string.ts';

/** Returns a function that masks each of these texts in another one, as it is, in JSON and URL-encoded. */
export function maskTexts(texts: readonly string[]): (text: string) => string {
  const forms = texts.flatMap((secret) => [secret, inJson(secret), encodeURIComponent(secret)]);
  // Longest first, so that replacing a shorter secret leaves no part of a longer one.
  const ordered = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return (text) => ordered.reduce((hidden, secret) => hidden.replaceAll(secret, MASK), text);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
