import { fromNodeProviderChain, fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { PipeSecrets } from '../../pipe.ts';

/** How a pipe authenticates to AWS. */
export interface AwsIdentity {
  readonly authentication: string | undefined;
  readonly secrets: PipeSecrets;
  readonly iamRole: string | undefined;
}

export type AwsCredentials =
  | { readonly accessKeyId: string; readonly secretAccessKey: string }
  | ReturnType<typeof fromNodeProviderChain>;

/** The access key of the pipe, or the role that it assumes with the credentials of the server. Undefined for public access. */
export function awsCredentials({
  authentication,
  secrets,
  iamRole,
}: AwsIdentity): AwsCredentials | undefined {
  const { accessKey } = secrets;
  if (authentication === 'IAM_USER' && accessKey !== undefined)
    return { accessKeyId: accessKey.accessKeyId, secretAccessKey: accessKey.secretKey };
  if (authentication !== 'IAM_ROLE') return undefined;
  if (iamRole === undefined) return fromNodeProviderChain();
  return fromTemporaryCredentials({
    masterCredentials: fromNodeProviderChain(),
    params: { RoleArn: iamRole, RoleSessionName: 'penstock' },
  });
}
