import type { Surface } from '@penstock/contract';
import type { Bundle } from './bundle.ts';
import { type DocumentedOperation, documentedOperations } from './documented-operations.ts';

/** What the hand-made pages say about a surface, all of it taken from its document. */
export interface SurfaceFacts {
  readonly surface: Surface;
  readonly title: string;
  readonly summary: string;
  readonly version: string;
  /** What all paths of the surface begin with, such as `/v1`. */
  readonly prefix: string;
  readonly authentication: Authentication;
  readonly tags: readonly Tag[];
  readonly operations: readonly DocumentedOperation[];
}

interface Authentication {
  readonly scheme: 'basic' | 'bearer';
  readonly description: string;
}

interface Tag {
  readonly name: string;
  readonly operations: number;
}

export function surfaceFacts({ surface, document }: Bundle): SurfaceFacts {
  const operations = documentedOperations(document);
  return {
    surface,
    title: document.info.title,
    summary: String(document.info.summary ?? ''),
    version: document.info.version,
    prefix: versionPrefix(Object.keys(document.paths)),
    authentication: authentication(document.components.securitySchemes),
    tags: tags(operations),
    operations,
  };
}

function versionPrefix(paths: readonly string[]): string {
  const [prefix, ...others] = new Set(paths.map((path) => /^.*?\/v\d+(?=\/)/.exec(path)?.[0]));
  if (!prefix || others.length > 0) throw new TypeError('The paths of the document share no version prefix.');
  return prefix;
}

function authentication(securitySchemes: Readonly<Record<string, unknown>> = {}): Authentication {
  const [scheme] = Object.values(securitySchemes) as readonly (Authentication | undefined)[];
  if (!scheme) throw new TypeError('The document declares no security scheme.');
  return { scheme: scheme.scheme, description: scheme.description };
}

function tags(operations: readonly DocumentedOperation[]): Tag[] {
  const byTag = Map.groupBy(operations, (operation) => operation.tag);
  return [...byTag].map(([name, ofTag]) => ({ name, operations: ofTag.length }));
}
