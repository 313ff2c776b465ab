import { BaseResolver, type Document } from '@redocly/openapi-core';
import type { Artefacts } from './artefacts.ts';
import { type Bundle, bundleSurface } from './bundle/bundle.ts';
import { unique } from './diagnostics/diagnostics.ts';
import { generateClient } from './emit/client/artefacts.ts';
import { generateHandlers } from './emit/handlers.ts';
import { generateInvalidExamples, INVALID_EXAMPLES } from './emit/invalid-examples.ts';
import { generateOperationTable } from './emit/operation-table.ts';
import { generateProblems } from './emit/problems.ts';
import { countSchemas, generateSchemas } from './emit/schemas.ts';
import { generateSecretFields } from './emit/secret-fields.ts';
import { generateTypes } from './emit/types.ts';
import { generateValidators } from './emit/validators/validators.ts';
import { lintBundle, lintSources, loadRules, readRoot, refuse } from './lint/lint.ts';
import { findOrphans } from './lint/orphans.ts';
import { findUnusable } from './lint/unusable.ts';
import { readOperations } from './read/operations.ts';
import { readProblems } from './read/problems.ts';
import { readSecretFields } from './read/secret-fields.ts';
import { readSecuritySchemes } from './read/security-schemes.ts';
import { bundlePath, rootDocument, SURFACES, type Surface } from './surfaces.ts';

/** Everything that is derived from the contract, in memory. */
export interface Generated {
  artefacts: Artefacts;
  operations: number;
  schemas: number;
}

/** Called when a stage is done, with its name. */
export type OnStage = (name: string) => void;

interface Root {
  surface: Surface;
  document: Document;
  /** Redocly keeps the parsed files of one document in here. */
  resolver: BaseResolver;
}

/**
 * From the contract in `workspace` to all generated files, without writing any.
 *
 * @throws ContractError when the contract has a mistake; nothing is generated from a broken contract.
 */
export async function generate(workspace: string, onStage: OnStage = () => {}): Promise<Generated> {
  const ruleSet = await loadRules(workspace);
  refuse(await findUnusable(workspace));
  const roots = await Promise.all(SURFACES.map((surface) => readSurface(workspace, surface)));
  refuse(
    await forEach(roots, ({ surface, document, resolver }) =>
      lintSources(ruleSet, surface, document, resolver),
    ),
  );
  onStage('lint sources');

  const bundles: Bundle[] = [];
  for (const { surface, document, resolver } of roots) {
    bundles.push(
      await bundleSurface(ruleSet.config.forAlias(surface), workspace, surface, document, resolver),
    );
  }
  onStage('bundle');

  refuse(await forEach(bundles, (bundle) => lintBundle(ruleSet, bundle)));
  refuse([...ruleSet.exceptions.stale(), ...(await findOrphans(workspace, bundles))]);
  onStage('lint bundles');

  const artefacts = new Map<string, string>();
  for (const { surface, document, yaml, json } of bundles) {
    artefacts.set(bundlePath(surface, 'yaml'), yaml);
    artefacts.set(bundlePath(surface, 'json'), json);
    artefacts.set(`packages/contract/src/generated/${surface}.ts`, await generateTypes(document));
  }
  artefacts.set('packages/contract/src/generated/schemas.ts', await generateSchemas(bundles));
  onStage('types');

  const operations = await readOperations(bundles);
  const schemes = await readSecuritySchemes(bundles);
  const problems = await readProblems(bundles);
  artefacts.set('packages/contract/src/generated/operations.ts', generateOperationTable(operations, schemes));
  artefacts.set('packages/server/src/generated/handlers.ts', generateHandlers(operations, schemes));
  artefacts.set('packages/contract/src/generated/problems.ts', generateProblems(problems));
  const secrets = await readSecretFields(bundles);
  artefacts.set('packages/contract/src/generated/secret-fields.ts', generateSecretFields(secrets));
  for (const [path, content] of generateClient(bundles, operations, secrets)) artefacts.set(path, content);
  artefacts.set(INVALID_EXAMPLES, await generateInvalidExamples(workspace, operations, problems, bundles));
  onStage('operations, handlers, client, problems, secrets and examples');

  artefacts.set('packages/contract/src/generated/validators.ts', await generateValidators(bundles));
  onStage('validators');

  return { artefacts, operations: operations.length, schemas: countSchemas(bundles) };
}

async function readSurface(workspace: string, surface: Surface): Promise<Root> {
  const resolver = new BaseResolver();
  return { surface, resolver, document: await readRoot(resolver, rootDocument(workspace, surface)) };
}

/** Files that both documents use are linted twice and reported once. */
async function forEach<T, D extends Parameters<typeof unique>[0]>(items: T[], lint: (item: T) => Promise<D>) {
  const results = [];
  for (const item of items) results.push(...(await lint(item)));
  return unique(results);
}
