import { join } from 'node:path';
import { generatorConsumer } from './generator.ts';
import { commandFile } from './installed-package.ts';

/** Types and a client that uses fetch. Validates the document first. */
export const orval = generatorConsumer({
  name: 'orval',
  package: 'orval',
  program: commandFile('orval', 'orval'),
  arguments: ({ bundle }, generated) => [
    ...['--input', bundle, '--output', join(generated, 'client.ts'), '--client', 'fetch'],
    // Quiet leaves warnings and errors: no line is expected.
    ...['--quiet', '--fail-on-warnings'],
  ],
  progress: [],
});
