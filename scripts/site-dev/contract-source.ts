import type { Bundle as SiteBundle } from '@penstock/site/build';
import { BaseResolver } from '@redocly/openapi-core';
import { type Bundle, bundleSurface } from '../bundle.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { unique } from '../diagnostics.ts';
import { lintSources, loadRules, readRoot } from '../lint.ts';
import { rootDocument, SURFACES, type Surface } from '../surfaces.ts';

/** The sources of a contract, read anew whenever they are asked. */
export interface ContractSource {
  /** @throws ContractError where they cannot be bundled. */
  bundles(): Promise<SiteBundle[]>;
  /** What the rules have against them. */
  lint(): Promise<Diagnostic[]>;
}

/** @throws ContractError for a rule set that has mistakes itself. */
export async function contractSource(workspace: string): Promise<ContractSource> {
  const ruleSet = await loadRules(workspace);
  const bundle = async (surface: Surface) => {
    const { document, resolver } = await open(workspace, surface);
    return siteBundle(
      await bundleSurface(ruleSet.config.forAlias(surface), workspace, surface, document, resolver),
    );
  };
  const lint = async (surface: Surface) => {
    const { document, resolver } = await open(workspace, surface);
    return lintSources(ruleSet, surface, document, resolver);
  };
  return {
    bundles: () => Promise.all(SURFACES.map(bundle)),
    lint: async () => unique((await Promise.all(SURFACES.map(lint))).flat()),
  };
}

/** Redocly keeps what it has read in its resolver, so that a new one sees the files as they are. */
async function open(workspace: string, surface: Surface) {
  const resolver = new BaseResolver();
  return { resolver, document: await readRoot(resolver, rootDocument(workspace, surface)) };
}

function siteBundle({ surface, document, json, yaml }: Bundle): SiteBundle {
  return {
    surface,
    document: document as unknown as SiteBundle['document'],
    json: Buffer.from(json),
    yaml: Buffer.from(yaml),
  };
}
