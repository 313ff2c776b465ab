import { PipeError } from '../../pipe-runtime.ts';
import { connectionReason } from '../addresses/connection-reason.ts';

/** What a request was about, for messages. */
export interface AwsResource {
  /** With its article: `the stream orders in eu-west-1`. */
  readonly name: string;
  /** Where it can be missing, and what to do then. */
  readonly missing: string;
  /** What the credentials have to permit. */
  readonly permissions: string;
}

interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly cause?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Explains the failure of a request to AWS. The messages of services are not passed on: they can contain secrets. */
export function awsFailure(error: unknown, { name, missing, permissions }: AwsResource): unknown {
  if (error instanceof PipeError) return error;
  const failure = error as Failure;
  if (failure.cause instanceof PipeError) return failure.cause;
  if (failure.name === 'AbortError') return error;
  const options = { cause: error };
  const kind = errorName(error);
  if (MISSING.has(kind)) return new PipeError('source_not_found', missing, options);
  const status = failure.$metadata?.httpStatusCode;
  if (CREDENTIALS.has(kind) || status === 401 || status === 403)
    return new PipeError(
      'authentication_failed',
      `The credentials for ${name} were rejected (${kind}). Check them, and their permission to ${permissions}.`,
      options,
    );
  if (kind.startsWith('KMS'))
    return new PipeError(
      'authentication_failed',
      `The encryption key of ${name} cannot be used (${kind}). Allow the credentials of the pipe to decrypt with it.`,
      options,
    );
  if (isThrottled(error))
    return new PipeError(
      'source_unreachable',
      `AWS limits the requests to ${name} (${kind}). The pipe continues by itself; raise the limits if that happens often.`,
      options,
    );
  const reason =
    connectionReason(kind) ?? (status === undefined ? kind : `the status was ${status}, ${kind}`);
  return new PipeError(
    'source_unreachable',
    `A request about ${name} failed: ${reason}. Check the network.`,
    options,
  );
}

/** What AWS calls an error; errors of connections have a code. Names of SQS have a prefix. */
export function errorName(error: unknown): string {
  const { code, name } = error as Failure;
  return (typeof code === 'string' ? code : (name ?? 'Error')).replace(/^.*[.#]/, '');
}

/** Whether a later repetition of the request can succeed. */
export function isThrottled(error: unknown): boolean {
  return THROTTLED.has(errorName(error));
}

const MISSING = new Set(['NonExistentQueue', 'QueueDoesNotExist', 'ResourceNotFoundException']);

const CREDENTIALS = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
]);

const THROTTLED = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestThrottled',
  'ThrottlingException',
]);
