import { join } from 'node:path';
import { generatorConsumer } from './generator.ts';
import { commandFile } from './installed-package.ts';

/** Types alone, through its command line: scripts/generate/emit/types.ts uses its API, with our options. */
export const openapiTypescript = generatorConsumer({
  name: 'openapi-typescript',
  package: 'openapi-typescript',
  program: commandFile('openapi-typescript', 'openapi-typescript'),
  arguments: ({ bundle }, generated) => [bundle, '--output', join(generated, 'types.ts')],
  progress: [/^✨ openapi-typescript [\d.]+$/, /^🚀 /],
});
