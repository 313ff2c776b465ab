import type { ManagementHandlers } from '@penstock/server';
import type { ApiKeyPrincipal } from '../access/principal.ts';
import type { AccessService } from '../access/service.ts';
import { createdHeaders, entityTag } from '../concurrency/entity-tag.ts';
import { repeatable } from '../idempotency/request.ts';
import type { PipeService, VersionedPipe } from './service.ts';

type PipeHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  'createPipe' | 'getPipe' | 'updatePipe' | 'updatePipeState'
>;

/** The pipe operations of `/v1`: contract shapes in, contract shapes out. */
export function pipeHandlers(access: AccessService, pipes: PipeService): PipeHandlers {
  return {
    async createPipe({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const request = repeatable('createPipe', principal, headers, [serviceId, body]);
      const created = await pipes.create(serviceId, body, request);
      return { ...answerWith(created, requestId), headers: createdHeaders(created) };
    },
    async getPipe({ params }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      return answerWith(await pipes.get(serviceId, params.pipeId.toLowerCase()), requestId);
    },
    async updatePipe({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const updated = await pipes.update(serviceId, params.pipeId.toLowerCase(), body, headers['If-Match']);
      return answerWith(updated, requestId);
    },
    async updatePipeState({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const { command } = body;
      const commanded = await pipes.command(
        serviceId,
        params.pipeId.toLowerCase(),
        command,
        headers['If-Match'],
      );
      return answerWith(commanded, requestId);
    },
  };
}

/** The envelope of `/v1` (D-03). */
function answerWith({ pipe, version }: VersionedPipe, requestId: string) {
  return {
    status: 200 as const,
    headers: { ETag: entityTag(version) },
    body: { status: 200, requestId, result: pipe },
  };
}
