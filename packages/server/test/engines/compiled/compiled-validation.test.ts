import { useEngine } from '../../support/harness.ts';

/** Runs the tests of the default engine with the compiled engine. */

useEngine('compiled');

await import('../../responses/responder.test.ts');
await import('../../requests/invalid-requests.test.ts');
await import('../express-openapi-validator/request-validation.test.ts');
await import('../../http/request-target.test.ts');
await import('../../http/routes.test.ts');
