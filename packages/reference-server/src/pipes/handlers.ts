import type { ManagementHandlers } from '@penstock/server';
import type { ApiKeyPrincipal } from '../api/access/principal.ts';
import type { AccessService } from '../api/access/service.ts';
import { createdHeaders, entityTag, expectedVersions } from '../stack/base/entity-tag.ts';
import { repeatable } from '../stack/base/idempotency.ts';
import type { PipeService, VersionedPipe } from './service.ts';

type PipeHandlers = Pick<
  ManagementHandlers<ApiKeyPrincipal>,
  | 'listPipes'
  | 'createPipe'
  | 'getPipe'
  | 'updatePipe'
  | 'deletePipe'
  | 'updatePipeState'
  | 'getPipeSettings'
  | 'updatePipeScaling'
>;

/** The pipe operations of `/v1`: contract shapes in, contract shapes out. */
export function pipeHandlers(access: AccessService, pipes: PipeService): PipeHandlers {
  return {
    async listPipes({ params, query }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const { items: result, nextCursor } = await pipes.list(serviceId, query);
      return { status: 200, body: { status: 200, requestId, result, nextCursor } };
    },
    async createPipe({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const request = repeatable('createPipe', principal, headers, [serviceId, body]);
      const created = await pipes.create(serviceId, body, request);
      return { ...answerWith(created, requestId), headers: createdHeaders(created) };
    },
    async getPipe({ params }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      return answerWith(await pipes.get(serviceId, pipeIdOf(params)), requestId);
    },
    async updatePipe({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const updated = await pipes.update(serviceId, pipeIdOf(params), body, expectedVersions(headers));
      return answerWith(updated, requestId);
    },
    async deletePipe({ params, headers }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      await pipes.remove(serviceId, pipeIdOf(params), expectedVersions(headers));
      return { status: 200, body: { status: 200, requestId } };
    },
    async getPipeSettings({ params }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const { settings, version } = await pipes.settings(serviceId, pipeIdOf(params));
      const headers = { ETag: entityTag(version) };
      return { status: 200, headers, body: { status: 200, requestId, result: settings } };
    },
    async updatePipeScaling({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const scaled = await pipes.scale(serviceId, pipeIdOf(params), body, expectedVersions(headers));
      return answerWith(scaled, requestId);
    },
    async updatePipeState({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const { command } = body;
      const commanded = await pipes.command(serviceId, pipeIdOf(params), command, expectedVersions(headers));
      return answerWith(commanded, requestId);
    },
  };
}

/** As it is stored; a UUID may be written in capitals (RFC 9562 section 4). */
function pipeIdOf({ pipeId }: { readonly pipeId: string }): string {
  return pipeId.toLowerCase();
}

/** The envelope of `/v1` (D-03). */
function answerWith({ pipe, version }: VersionedPipe, requestId: string) {
  return {
    status: 200 as const,
    headers: { ETag: entityTag(version) },
    body: { status: 200, requestId, result: pipe },
  };
}
