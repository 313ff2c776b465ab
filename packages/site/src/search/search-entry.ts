/** An entry of the search index. */
export interface SearchEntry {
  readonly kind: 'operation' | 'group' | 'event' | 'field' | 'error' | 'guide' | 'sample' | 'decision';
  readonly title: string;
  /** The identifier, if it differs from the title. */
  readonly name?: string;
  /** Text that distinguishes it from entries with the same title. */
  readonly context: string;
  /** Additional text to search. */
  readonly text: string;
  /** The variants that the operation can create, such as `kafka`. */
  readonly variants?: string;
  /** Search terms that do not appear in its text. */
  readonly synonyms?: string;
  /** The pages that contain it, relative to the site's folder. An entry can be on both surfaces. */
  readonly urls: readonly string[];
}
