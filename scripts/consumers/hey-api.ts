import { generatorConsumer } from './generator.ts';
import { commandFile } from './installed-package.ts';

/** Types and a client that uses fetch: what it generates unasked. */
export const heyApi = generatorConsumer({
  name: '@hey-api/openapi-ts',
  package: '@hey-api/openapi-ts',
  program: commandFile('@hey-api/openapi-ts', 'openapi-ts'),
  arguments: ({ bundle }, generated) => ['--input', bundle, '--output', generated, '--no-log-file'],
  progress: [
    /^@hey-api\/openapi-ts v[\d.]+$/,
    /^\[Job 1\] ~ Generating\.\.\.$/,
    /^\[Job 1\] {3}\[1\] /,
    /^\[Job 1\] ✓ .* files · [\d.]+m?s$/,
  ],
});
