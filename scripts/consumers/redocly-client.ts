import { join } from 'node:path';
import { generatorConsumer } from './generator.ts';
import { commandFile } from './installed-package.ts';

/** Types and a client that uses fetch. Checks the document with a small rule set of its own first. */
export const redoclyClient = generatorConsumer({
  name: 'redocly generate-client',
  package: '@redocly/cli',
  program: commandFile('@redocly/cli', 'redocly'),
  arguments: ({ bundle }, generated) => ['generate-client', bundle, '--output', join(generated, 'client.ts')],
  progress: [/^ *Generating client for \w+\.\.\. *$/, /^Client successfully generated: /],
});
