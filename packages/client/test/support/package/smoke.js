/**
 * The first minute of a user, in plain JavaScript: every runtime runs it with the published package.
 *
 * @param {Record<string, any>} client the exports of @penstock/client
 * @param {string} baseUrl the URL of `startSmokeServer`
 */
export async function smoke(client, baseUrl) {
  const management = client.createManagementClient({
    baseUrl,
    keyId: 'key',
    keySecret: 'пароль',
    dangerouslyAllowBrowser: true,
  });
  const { pipes } = management.service({ organizationId: 'o', serviceId: 's' });
  const team = client.createObservabilityClient({ baseUrl, token: async () => 'token' });

  const created = await pipes.create({ name: 'Clicks' });
  const listed = [];
  for await (const { id } of pipes.list({ limit: 1 })) listed.push(id);
  const flaky = await team.alerts.get('flaky').withResponse();
  const missing = await team.alerts.get('missing').safe();
  const redirected = await team.alerts.get('redirected').safe();
  const hanging = await team.alerts.get('hanging', { timeoutMs: 50, retries: 0 }).safe();
  const abort = new AbortController();
  const aborted = team.alerts.get('hanging', { signal: abort.signal }).catch((reason) => reason);
  abort.abort('enough');
  const { data } = await team.raw.GET('/api/v2/alerts/{alertId}', { params: { path: { alertId: 'raw' } } });
  return {
    created: created.id,
    listed,
    attempts: flaky.attempts,
    missing: [missing.status, missing.error.name, missing.error instanceof client.NotFoundError],
    redirected: redirected.error.code,
    hanging: hanging.error.code,
    aborted: await aborted,
    raw: data.data.id,
  };
}
