/** A program of a user, compiled with the TypeScript versions that users have. */
export const CONSUMER = `import {
  type Alert,
  type ApiPromise,
  createManagementClient,
  createObservabilityClient,
  NotFoundError,
  type Pipe,
} from '@penstock/client';
import { queriesOf } from '@penstock/client/react-query';

const management = createManagementClient({ baseUrl: 'https://api.example.com', keyId: 'k', keySecret: 's' });
const team = createObservabilityClient({ baseUrl: 'https://api.example.com', token: () => 't' });
const { pipes } = management.service({ organizationId: 'o', serviceId: 's' });

export async function use(): Promise<string> {
  const pipe: Pipe = await pipes.get('p');
  const alerts: Alert[] = (await team.alerts.list()).items;
  for await (const { state } of pipes.list({ state: 'Running' })) console.log(state, alerts.length);
  const result = await pipes.update(pipe.id, { name: 'n' }, { ifMatch: '"7"' }).safe();
  if (result.ok) return result.data.name;
  if (result.status === 404) return result.error instanceof NotFoundError ? result.error.problem.detail : 'never';
  // @ts-expect-error: no such property
  await pipes.update('p', { nmae: 'n' });
  const { data } = await team.raw.GET('/api/v2/alerts/{alertId}', { params: { path: { alertId: 'a' } } });
  return data?.data.name ?? '';
}

export const created: (body: Parameters<typeof pipes.create>[0]) => ApiPromise<Pipe> = (body) => pipes.create(body);
export const { queryKey } = queriesOf(pipes).get('p');
`;

/** Strict settings that also check the declarations of the package. */
export const CONSUMER_SETTINGS = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    // Those of the package are checked, those of TypeScript are not.
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
    types: [],
  },
  files: ['consumer.mts', 'consumer.cts', 'documentation.mts'],
});
