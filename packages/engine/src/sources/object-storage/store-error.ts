import { PipeError } from '../../pipe-runtime.ts';
import { connectionReason } from '../addresses/connection-reason.ts';
import type { StoreName } from './object-store.ts';

interface Failure {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly cause?: unknown;
  readonly statusCode?: number;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Explains the failure of a request to a store. The messages of stores are not passed on: they can contain secrets. */
export function storeError(error: unknown, { endpoint, bucket }: StoreName, key?: string): unknown {
  if (error instanceof PipeError) return error;
  const failure = error as Failure;
  if (failure.cause instanceof PipeError) return failure.cause;
  if (failure.name === 'AbortError') return error;
  const status = failure.$metadata?.httpStatusCode ?? failure.statusCode;
  const name = failure.code ?? failure.name ?? '';
  const options = { cause: error };
  if (status === 412) return changed(`The object ${key}`, options);
  if (status === 404) {
    return key === undefined
      ? new PipeError(
          'source_not_found',
          `${endpoint} has no bucket or container ${bucket}. Check the URL, or create it.`,
          options,
        )
      : gone(`The object ${key}`, options);
  }
  if (
    CREDENTIALS.has(name) ||
    failure.name === 'CredentialsProviderError' ||
    status === 401 ||
    status === 403
  ) {
    return new PipeError(
      'authentication_failed',
      `${endpoint} rejected the credentials for ${bucket}${name === '' ? '' : ` (${name})`}. Check the credentials and their permissions to list and read objects.`,
      options,
    );
  }
  if (REGIONS.has(name)) {
    return new PipeError(
      'source_not_found',
      `${bucket} is in another region than ${endpoint} (${name}). Use the URL of its region.`,
      options,
    );
  }
  const reason =
    connectionReason(name) ?? (status === undefined ? name : `it responded with the status ${status}`);
  return new PipeError(
    'source_unreachable',
    `${endpoint} cannot be reached: ${reason}. Check the URL and the network.`,
    options,
  );
}

/** An object of a batch has other content now. */
export function changed(named: string, options?: ErrorOptions): PipeError {
  return new PipeError(
    'position_lost',
    `${named} changed after its batch was started. Create the pipe again to read all objects.`,
    options,
  );
}

export function gone(named: string, options?: ErrorOptions): PipeError {
  return new PipeError(
    'position_lost',
    `${named} was deleted after its batch was started. Restore it, or create the pipe again.`,
    options,
  );
}

const CREDENTIALS = new Set([
  'AccessDenied',
  'AuthenticationFailed',
  'AuthorizationFailure',
  'CredentialsProviderError',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
]);

const REGIONS = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
]);
