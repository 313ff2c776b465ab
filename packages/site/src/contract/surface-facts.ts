import type { Surface } from '@penstock/contract';
import type { Bundle } from './bundle.ts';
import type { OperationFacts } from './operation-facts.ts';

/** The facts of a surface for the hand-written pages, all from its document. */
export interface SurfaceFacts {
  readonly surface: Surface;
  readonly title: string;
  readonly summary: string;
  /** The introduction, as Markdown. */
  readonly description: string;
  readonly version: string;
  /** The prefix of all paths of the surface, such as `/v1`. */
  readonly prefix: string;
  readonly authentication: Authentication;
  readonly tags: readonly Tag[];
  readonly operations: readonly OperationFacts[];
}

interface Authentication {
  readonly scheme: 'basic' | 'bearer';
  readonly description: string;
}

/** A group of operations. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationFacts[];
}

export function surfaceFacts(
  { surface, document }: Bundle,
  operations: readonly OperationFacts[],
): SurfaceFacts {
  const byTag = Map.groupBy(operations, (operation) => operation.tag);
  const descriptions = tagDescriptions(document);
  return {
    surface,
    title: document.info.title,
    summary: String(document.info.summary ?? ''),
    description: String(document.info.description ?? ''),
    version: document.info.version,
    prefix: versionPrefix(Object.keys(document.paths)),
    authentication: authentication(document.components.securitySchemes),
    tags: [...byTag].map(([name, ofTag]) => ({
      name,
      description: descriptions.get(name) ?? '',
      operations: ofTag,
    })),
    operations,
  };
}

function tagDescriptions({ tags }: Bundle['document']): Map<string, string> {
  const described = (tags ?? []) as readonly { readonly name: string; readonly description?: string }[];
  return new Map(described.map(({ name, description = '' }) => [name, description]));
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
