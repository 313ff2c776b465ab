import type { WhereLanguageName } from '@penstock/contract';

interface Conditional {
  readonly where?: string;
  readonly whereLanguage?: WhereLanguageName;
}

/** Adds the default language to a condition without one (D-49). A body without a condition has no language. */
export function withWhereLanguage<T extends Conditional>(body: T): T {
  if (body.where === undefined) return body;
  return { ...body, whereLanguage: body.whereLanguage ?? 'lucene' };
}
