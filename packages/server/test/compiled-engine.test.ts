import { useEngine } from './harness.ts';

/** What holds with the default engine holds with the other one: the same tests once more. */

useEngine('compiled');

await import('./answers.test.ts');
await import('./bad-input.test.ts');
await import('./overlooked.test.ts');
await import('./request-target.test.ts');
await import('./routes.test.ts');
