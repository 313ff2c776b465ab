import { join } from 'node:path';
import { generatorConsumer } from './generator.ts';

/** Types and a client that uses fetch, as kubb-generate.ts asks for. */
export const kubb = generatorConsumer({
  name: '@kubb/core',
  package: '@kubb/core',
  program: join(import.meta.dirname, 'kubb-generate.ts'),
  arguments: ({ bundle }, generated) => [bundle, generated],
  progress: [],
});
