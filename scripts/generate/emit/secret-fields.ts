import type { SecretFields } from '../read/secret-fields.ts';
import { HEADER, literal } from './typescript-source.ts';

/** Both lists as a file of the contract package. */
export function generateSecretFields({ byOperation, names }: SecretFields): string {
  const entries = [...byOperation].map(
    ([id, pointers]) =>
      `  ${id}: [\n${pointers.map((pointer) => `    ${literal(pointer)},\n`).join('')}  ],\n`,
  );
  return `${HEADER}import type { SecretFields } from '../secret-fields.ts';

/**
 * The secrets in the request bodies of each operation, as JSON Pointers (RFC 6901). \`*\` stands for any one key or index.
 * Everything under a pointer is secret too. Operations without secrets are not listed.
 */
export const secretFields: SecretFields = {
${entries.join('')}};

/**
 * The names of all these fields, for code that has a value but not its operation, such as a logger. No ordinary property of
 * a request has one of these names. In a response, such a property is masked, or a secret that is returned only once.
 */
export const secretNames: readonly string[] = ${literal(names)};
`;
}
