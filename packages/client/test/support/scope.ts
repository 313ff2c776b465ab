import { type ClientOptions, createManagementClient, createObservabilityClient } from '../../src/index.ts';

export const SCOPE = {
  organizationId: '5b3a9e0c-6a0f-4d52-9c58-1f2f1c6f7a10',
  serviceId: '0d1f7c3e-9b2a-4f64-8a57-c2b8f3f0de21',
};
export const PIPE_ID = '018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';
export const KEY_SECRET = 'the-secret-of-the-key';
export const TOKEN = 'the.token_of~the+team==';

/** Clients without retries, so that a failing call ends at once. */
export function serviceAt(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const key = { keyId: 'key', keySecret: KEY_SECRET };
  return createManagementClient({ baseUrl, ...key, retries: 0, ...options }).service(SCOPE);
}

export function teamAt(baseUrl: string, options: Partial<ClientOptions> = {}) {
  return createObservabilityClient({ baseUrl, token: TOKEN, retries: 0, ...options });
}
