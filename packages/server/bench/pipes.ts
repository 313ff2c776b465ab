import { requestExamples, responseExamples } from '@penstock/contract/examples';

/** What every contestant does for its caller: the same handler behind the same two operations. */

/** The parameters of both operations. */
export interface PipeParams {
  readonly organizationId: string;
  readonly serviceId: string;
  readonly pipeId: string;
}

/** As much of the body of `updatePipe` as the handler looks at. */
export interface PipeChange {
  readonly name?: string;
}

/** In the spelling of Express and fastify. */
export const PIPE_ROUTE = '/v1/organizations/:organizationId/services/:serviceId/pipes/:pipeId';

/** The contract requires a version in every response with a pipe. */
export const PIPE_VERSION = '"1"';

const example = responseExamples('getPipe', 200).kafka as { readonly result: object };

/** The body of the response to `getPipe`. */
export function foundPipe({ serviceId, pipeId }: PipeParams, requestId: string) {
  return { status: 200 as const, requestId, result: { ...example.result, serviceId, id: pipeId } };
}

/** The body of the response to `updatePipe`. */
export function updatedPipe(params: PipeParams, { name }: PipeChange, requestId: string) {
  const found = foundPipe(params, requestId);
  return { ...found, result: { ...found.result, ...(name === undefined ? {} : { name }) } };
}

/** The contract's own example of a change, with as many columns as it takes to make it 2 kB long. */
export function pipeChange(): object {
  const change = requestExamples('updatePipe').kafka as { readonly destination: object };
  return { ...change, destination: { ...change.destination, columns: Array.from({ length: 28 }, column) } };
}

function column(_: unknown, index: number): object {
  return { name: `measurement_${index}`, type: 'LowCardinality(String)' };
}
