import type { Bundle as SiteBundle } from '@penstock/site/build';
import { type ContractSource, ContractSourceError } from '@penstock/site/dev';
import { BaseResolver } from '@redocly/openapi-core';
import { type Bundle, bundleSurface } from './bundle/bundle.ts';
import { ContractError, formatDiagnostic, unique } from './diagnostics/diagnostics.ts';
import { lintSources, loadRules, readRoot } from './lint/lint.ts';
import { rootDocument, SURFACES, type Surface } from './surfaces.ts';

/**
 * The contract of `workspace` for the site, read from disk again by each call.
 *
 * @throws ContractError if the rule set itself is invalid
 */
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
  const rethrow = (error: unknown): never => {
    if (!(error instanceof ContractError)) throw error;
    throw new ContractSourceError(
      error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, workspace)),
    );
  };
  return {
    bundles: () => Promise.all(SURFACES.map(bundle)).catch(rethrow),
    lint: async () => {
      const diagnostics = await Promise.all(SURFACES.map(lint)).catch(rethrow);
      return unique(diagnostics.flat()).map((diagnostic) => formatDiagnostic(diagnostic, workspace));
    },
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
