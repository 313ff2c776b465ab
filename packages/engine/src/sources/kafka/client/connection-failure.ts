import { PipeError } from '../../../pipe-runtime.ts';
import { UNTRUSTED } from '../../addresses/untrusted-certificate.ts';
import { type BrokerAddress, writeBroker } from './broker-address.ts';

/** The reason why a broker cannot be reached, in a sentence for the owner of the pipe. */
export function connectionFailure(error: Error, address: BrokerAddress): PipeError {
  const broker = writeBroker(address);
  const causes = causesOf(error);
  const own = causes.find((cause) => cause instanceof PipeError);
  if (own !== undefined) return own;
  const explanation = explain(causes, broker);
  const cause = { cause: error };
  return explanation === undefined
    ? new PipeError(
        'source_unreachable',
        `The broker ${broker} cannot be reached: ${innermost(causes)}.`,
        cause,
      )
    : new PipeError(explanation.code, explanation.message, cause);
}

function explain(
  causes: readonly Error[],
  broker: string,
): { code: 'authentication_failed' | 'source_unreachable'; message: string } | undefined {
  const codes = causes.map((cause) => String((cause as NodeJS.ErrnoException).code));
  const messages = causes.map(({ message }) => message).join(' ');
  if (messages.includes('suitable SASL mechanism'))
    return {
      code: 'authentication_failed',
      message: `The broker ${broker} does not support the authentication method of the pipe.`,
    };
  if (codes.includes('PLT_KFK_AUTHENTICATION'))
    return {
      code: 'authentication_failed',
      message: `The broker ${broker} rejected the credentials of the pipe.`,
    };
  if (codes.some((code) => /^ERR_SSL_.*ALERT.*CERTIFICATE/.test(code)))
    return {
      code: 'authentication_failed',
      message: `The broker ${broker} rejected the client certificate of the pipe, or requires one.`,
    };
  const untrusted = codes.find((code) => UNTRUSTED.has(code));
  if (untrusted !== undefined)
    return {
      code: 'source_unreachable',
      message: `The certificate of the broker ${broker} is not trusted (${untrusted}). Set caCertificate to the authority that issued it.`,
    };
  if (messages.includes('Broker requires TLS'))
    return {
      code: 'source_unreachable',
      message: `The broker ${broker} requires TLS. Set caCertificate to the authority that issued its certificate.`,
    };
  if (messages.includes('verify the broker supports TLS') || codes.includes('ERR_SSL_WRONG_VERSION_NUMBER'))
    return {
      code: 'source_unreachable',
      message: `The broker ${broker} does not use TLS on this port. Credentials are only sent over TLS.`,
    };
  return undefined;
}

/** The error itself, and the errors that caused it. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...parts.flatMap(causesOf), ...causesOf(error.cause)];
}

function innermost(causes: readonly Error[]): string {
  return (causes.at(-1)?.message ?? 'unknown reason').replace(/\.$/, '');
}
