import type { Options } from 'minisearch';
import type { SearchEntry } from '../../src/search/search-entry.ts';

export declare const indexOptions: Options<SearchEntry & { id: number }>;
