import type { WhereLanguageName } from '@penstock/contract';

/** The language of a condition that names none (D-49). */
export const DEFAULT_WHERE_LANGUAGE: WhereLanguageName = 'lucene';
