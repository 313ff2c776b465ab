import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';

export declare function rank(index: MiniSearch, query: string): SearchResult[];
