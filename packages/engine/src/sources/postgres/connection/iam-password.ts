import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { Signer } from '@aws-sdk/rds-signer';
import { PipeError } from '../../../pipe-runtime.ts';
import type { PostgresAccess } from './postgres-access.ts';

/** Returns the function that signs a password for AWS IAM. It is valid for 15 minutes, so each connection gets its own. */
export function iamPassword({ source, secrets }: PostgresAccess): () => Promise<string> {
  const { host: hostname, port, iamRole } = source;
  return async () => {
    const region = regionOf(hostname);
    if (region === undefined)
      throw new PipeError('authentication_failed', `The host ${hostname} ${NO_REGION}.`);
    const signer = new Signer({
      ...{ hostname, port, region },
      username: secrets.credentials?.username ?? '',
      credentials: fromTemporaryCredentials({ params: { RoleArn: iamRole ?? '' }, clientConfig: { region } }),
    });
    return signer.getAuthToken().catch((error: Error) => {
      throw new PipeError(
        'authentication_failed',
        `No password of AWS IAM could be signed: ${error.message}.`,
        {
          cause: error,
        },
      );
    });
  };
}

/** Why a host does not suit the authentication by a role; to follow the name of the field. */
export const NO_REGION =
  'has no AWS region, which IAM_ROLE needs; use the name of the instance that ends with rds.amazonaws.com';

/** Names of instances contain their region: `shop.a1b2c3.eu-west-1.rds.amazonaws.com`. */
export function regionOf(host: string): string | undefined {
  return /\.([a-z0-9-]+)\.rds\.amazonaws\.com(?:\.cn)?$/.exec(host.toLowerCase())?.[1];
}
