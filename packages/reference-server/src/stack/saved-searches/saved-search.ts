import type {
  SavedSearch as ContractSavedSearch,
  Readable,
  SavedSearchCreate,
  Writable,
} from '@penstock/contract';
import type { Content } from '../base/resource.ts';
import { withWhereLanguage } from '../base/where-language.ts';

export type SavedSearch = Readable<ContractSavedSearch>;
export type SavedSearchBody = Writable<SavedSearchCreate>;

/** The saved search of a body, with defaults (D-42). */
export function defineSavedSearch(body: SavedSearchBody): Content<SavedSearch> {
  return { ...withWhereLanguage(body), tags: body.tags ?? [] };
}
