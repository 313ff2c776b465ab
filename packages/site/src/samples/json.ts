import type { Notation } from './layout.ts';

/** The notation of JSON, for languages that send the body as text. */
export const json: Notation = {
  scalar: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  trailingComma: '',
  padding: ' ',
  indent: '  ',
};
