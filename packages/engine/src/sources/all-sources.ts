import type { SourceKind } from '../pipe.ts';
import { openObjectStorage } from './object-storage/object-source.ts';
import type { SourceImplementation } from './source.ts';

/** The kinds of sources that data can be moved from. */
export const ALL_SOURCES: Readonly<Partial<Record<SourceKind, SourceImplementation>>> = {
  objectStorage: { open: openObjectStorage },
};
