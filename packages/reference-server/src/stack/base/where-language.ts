import type { WhereLanguageName } from '@penstock/contract';

interface Conditional {
  readonly where?: string;
  readonly whereLanguage?: WhereLanguageName;
}

/** Fills in the language of a condition that names none (D-49). Where there is no condition there is no language. */
export function withWhereLanguage<T extends Conditional>(body: T): T {
  if (body.where === undefined) return body;
  return { ...body, whereLanguage: body.whereLanguage ?? 'lucene' };
}
