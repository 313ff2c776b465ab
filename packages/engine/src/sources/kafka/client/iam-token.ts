import {
  generateAuthTokenFromCredentialsProvider,
  generateAuthTokenFromRole,
} from 'aws-msk-iam-sasl-signer-js';
import type { PipeSecrets } from '../../../pipe.ts';
import { PipeError } from '../../../pipe-runtime.ts';
import type { BrokerAddress } from './broker-address.ts';

/** The role that a pipe assumes with the credentials of the server, or the access key that it uses. */
interface IamIdentity {
  readonly role: string | undefined;
  readonly accessKey: PipeSecrets['accessKey'];
}

/** Returns the function that signs a token for AWS IAM. A token is valid for 15 minutes, so each connection gets its own. */
export function iamToken(identity: IamIdentity, brokers: readonly BrokerAddress[]): () => Promise<string> {
  return async () => {
    const region = regionOf(brokers);
    const { token } = await sign(identity, region).catch((error: Error) => {
      throw new PipeError('authentication_failed', `No token of AWS IAM could be signed: ${error.message}.`, {
        cause: error,
      });
    });
    return token;
  };
}

function sign({ role, accessKey }: IamIdentity, region: string): Promise<{ token: string }> {
  if (accessKey === undefined) return generateAuthTokenFromRole({ region, awsRoleArn: role ?? '' });
  const { accessKeyId, secretKey } = accessKey;
  return generateAuthTokenFromCredentialsProvider({
    region,
    awsCredentialsProvider: async () => ({ accessKeyId, secretAccessKey: secretKey }),
  });
}

/** Names of MSK brokers end with their region: `b-1.orders.a1b2c3.c4.kafka.eu-west-1.amazonaws.com`. */
function regionOf(brokers: readonly BrokerAddress[]): string {
  const names = brokers.map(({ host }) => host);
  for (const name of names) {
    const region = /\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(name)?.[1];
    if (region !== undefined) return region;
  }
  throw new PipeError(
    'authentication_failed',
    `The AWS region cannot be derived from ${names.join(', ')}. Use the names of the brokers that end with amazonaws.com.`,
  );
}
