import type { PipeSourcePlan } from '../../pipe.ts';
import { sourceAddresses } from '../addresses/source-addresses.ts';
import { awsCredentials } from '../aws/aws-credentials.ts';
import { messageFormat } from '../messages/formats/format-of-pipe.ts';
import type { MessageFormat } from '../messages/formats/message-format.ts';
import { Stream } from './stream.ts';

/** What a pipe needs to read its stream. Nothing is connected yet. */
export interface OpenedStream {
  readonly stream: Stream;
  readonly format: MessageFormat;
}

/** @throws PipeError if the format is not supported */
export function openStream(
  { source: { kinesis }, secrets }: PipeSourcePlan,
  allowedHosts: readonly string[] | undefined,
): OpenedStream {
  if (kinesis === undefined) throw new Error('The pipe has no Kinesis source.');
  const { streamName: name, region, authentication, iamRole, format } = kinesis;
  const credentials = awsCredentials({ authentication, secrets, iamRole });
  if (credentials === undefined) throw new Error('The pipe has no credentials for its stream.');
  const addresses = sourceAddresses(allowedHosts);
  return {
    stream: new Stream({ name, region, credentials, addresses }),
    format: messageFormat(format, undefined),
  };
}
