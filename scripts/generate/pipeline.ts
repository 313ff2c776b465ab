import { BaseResolver, type Document } from '@redocly/openapi-core';
import type { Artefacts } from './artefacts.ts';
import { type Bundle, bundleJson, bundleSurface, bundleYaml } from './bundle/bundle.ts';
import { unique } from './diagnostics/diagnostics.ts';
import { generateClient } from './emit/client/artefacts.ts';
import { generateHandlers } from './emit/handlers.ts';
import { generateInvalidExamples, INVALID_EXAMPLES } from './emit/invalid-examples.ts';
import { oneOfDocument } from './emit/one-of-bundle.ts';
import { generateOperationTable } from './emit/operation-table.ts';
import { generateProblems } from './emit/problems.ts';
import { generateResponseCopies } from './emit/response-copies.ts';
import { countSchemas, generateSchemas } from './emit/schemas.ts';
import { generateSecretFields } from './emit/secret-fields.ts';
import { type SlowEmitters, slowEmitters } from './emit/slow-emitters.ts';
import { generateValidators } from './emit/validators/validators.ts';
import {
  EXAMPLE_RULES,
  lintBundle,
  lintSources,
  loadRules,
  type RuleSet,
  readRoot,
  throwIfAny,
} from './lint/lint.ts';
import { findOrphans } from './lint/orphans.ts';
import { findUnequalTwins } from './lint/unequal-twins.ts';
import { findUnusable } from './lint/unusable.ts';
import { withConditions } from './read/contract-reader.ts';
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
 * Generates all files from the contract in `workspace`, in memory.
 *
 * @param emitters the slow emitters; they run in this thread by default
 * @throws ContractError if the contract has errors; nothing is generated from a broken contract
 */
export async function generate(
  workspace: string,
  onStage: OnStage = () => {},
  emitters: SlowEmitters = slowEmitters,
): Promise<Generated> {
  const ruleSet = await loadRules(workspace);
  const bundles = await lintAndBundle(workspace, ruleSet, onStage);
  const validators = generateValidators(bundles, emitters.compileValidators);
  const types = Promise.all(bundles.map(({ document }) => emitters.generateTypes(document)));
  // If a bundle has errors, those of the linter are reported and nothing waits for these two.
  Promise.all([validators, types]).catch(() => {});
  await lintBundles(workspace, ruleSet, bundles);
  onStage('lint bundles');

  const artefacts = new Map<string, string>();
  for (const bundle of bundles) {
    const published = withConditions(bundle.document);
    artefacts.set(bundlePath(bundle.surface, 'yaml'), bundleYaml(published));
    artefacts.set(bundlePath(bundle.surface, 'json'), bundleJson(published));
    artefacts.set(bundlePath(bundle.surface, 'oneof.yaml'), bundleYaml(await oneOfDocument(bundle)));
  }
  artefacts.set('packages/contract/src/generated/schemas.ts', await generateSchemas(bundles));

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

  artefacts.set('packages/contract/src/generated/validators.ts', await validators);
  artefacts.set('packages/contract/src/generated/response-copies.ts', await generateResponseCopies(bundles));
  for (const [index, source] of (await types).entries())
    artefacts.set(`packages/contract/src/generated/${SURFACES[index]}.ts`, source);
  onStage('types, validators and copies of responses');

  return { artefacts, operations: operations.length, schemas: countSchemas(bundles) };
}

/**
 * Lints the contract in `workspace`, sources and bundles, as `generate` does.
 *
 * @throws ContractError if the contract has errors
 */
export async function lintContract(workspace: string): Promise<void> {
  const ruleSet = await loadRules(workspace);
  await lintBundles(workspace, ruleSet, await lintAndBundle(workspace, ruleSet, () => {}));
}

async function lintAndBundle(workspace: string, ruleSet: RuleSet, onStage: OnStage): Promise<Bundle[]> {
  throwIfAny(await findUnusable(workspace));
  const roots = await Promise.all(SURFACES.map((surface) => readSurface(workspace, surface)));
  const ofSources = await forEach(roots, ({ surface, document, resolver }) =>
    lintSources(ruleSet, surface, document, resolver, EXAMPLE_RULES),
  );
  throwIfAny([...ofSources, ...(await findUnequalTwins(workspace))]);
  onStage('lint sources');

  const bundles: Bundle[] = [];
  for (const { surface, document, resolver } of roots) {
    const config = ruleSet.config.forAlias(surface);
    bundles.push(await bundleSurface(config, workspace, surface, document, resolver));
  }
  onStage('bundle');
  return bundles;
}

async function lintBundles(workspace: string, ruleSet: RuleSet, bundles: Bundle[]): Promise<void> {
  throwIfAny(await forEach(bundles, (bundle) => lintBundle(ruleSet, bundle)));
  throwIfAny([...ruleSet.exceptions.stale(), ...(await findOrphans(workspace, bundles))]);
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
