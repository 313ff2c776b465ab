import type { Artefacts } from '../../artefacts.ts';
import type { Bundle } from '../../bundle/bundle.ts';
import type { Operation } from '../../read/operations.ts';
import type { SecretFields } from '../../read/secret-fields.ts';
import { generateApiIndex } from './api-index.ts';
import { resourcesOf } from './resource.ts';
import {
  bySurface,
  generateDeclaredProblems,
  generateModels,
  generateResources,
  generateSecretNames,
} from './source.ts';

const GENERATED = 'packages/client/src/generated';

/** Everything of the client package that follows from the contract. */
export function generateClient(bundles: Bundle[], operations: Operation[], secrets: SecretFields): Artefacts {
  const resources = bundles.flatMap((bundle) => resourcesOf(bundle, operations));
  return new Map([
    ...bySurface(resources).map(
      ([surface, own]) => [`${GENERATED}/${surface}.ts`, generateResources(surface, own)] as const,
    ),
    [`${GENERATED}/models.ts`, generateModels(resources)],
    [`${GENERATED}/declared-problems.ts`, generateDeclaredProblems(resources)],
    [`${GENERATED}/secret-names.ts`, generateSecretNames(secrets.names)],
    ['packages/client/api.md', generateApiIndex(resources)],
  ]);
}
