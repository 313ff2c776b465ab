import type { SourceKind } from '../pipe.ts';
import { objectStorage } from './object-storage/object-storage.ts';
import type { SourceImplementation } from './source.ts';

/** The kinds of sources that data can be moved from. */
export const ALL_SOURCES: Readonly<Partial<Record<SourceKind, SourceImplementation>>> = {
  objectStorage,
};
