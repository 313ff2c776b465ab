import { useEngine } from '../../support/harness.ts';

/** What holds with the default engine holds with the other one: the same tests once more. */

useEngine('compiled');

await import('../../responses/responder.test.ts');
await import('../../requests/invalid-requests.test.ts');
await import('../express-openapi-validator/request-validation.test.ts');
await import('../../http/request-target.test.ts');
await import('../../http/routes.test.ts');
