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
 * The secrets in the request bodies of each operation, as JSON pointers (RFC 6901) in which \`*\` stands for any one key or
 * index. What lies below a pointer is secret too. Operations whose bodies hold none are left out.
 */
export const secretFields: SecretFields = {
${entries.join('')}};

/**
 * The names of all these fields, for who has a value without the operation it belongs to, such as a log. The contract uses
 * none of them for an ordinary property of a request; in an answer, one is masked or a secret that is shown once.
 */
export const secretNames: readonly string[] = ${literal(names)};
`;
}
