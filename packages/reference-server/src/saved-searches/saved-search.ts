import type {
  SavedSearch as ContractSavedSearch,
  Readable,
  SavedSearchCreate,
  Writable,
} from '@penstock/contract';
import type { Content } from '../stack/resource.ts';
import { DEFAULT_WHERE_LANGUAGE } from '../stack/where-language.ts';

export type SavedSearch = Readable<ContractSavedSearch>;
export type SavedSearchBody = Writable<SavedSearchCreate>;

/** The saved search that a body asks for, defaults filled in (D-42). */
export function defineSavedSearch(body: SavedSearchBody): Content<SavedSearch> {
  const { whereLanguage = DEFAULT_WHERE_LANGUAGE, tags = [] } = body;
  return { ...body, whereLanguage, tags };
}
