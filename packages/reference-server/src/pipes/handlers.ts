import type { ManagementHandlers } from '@penstock/server';
import { createdHeaders, entityTag, expectedVersions } from '../stack/base/entity-tag.ts';
import { repeatable } from '../stack/base/idempotency.ts';
import { pageResponse } from '../stack/base/page-response.ts';
import type { TenantHandlers } from '../stack/base/tenant.ts';
import type { PipeCommand } from './life-cycle.ts';
import type { PipeObservations } from './observations.ts';
import type { PipeService, VersionedPipe, VersionedSettings } from './service.ts';

type PipeHandlers = Pick<
  TenantHandlers<ManagementHandlers<never>>,
  | 'listPipes'
  | 'createPipe'
  | 'getPipe'
  | 'updatePipe'
  | 'deletePipe'
  | 'updatePipeState'
  | 'getPipeSettings'
  | 'replacePipeSettings'
  | 'updatePipeScaling'
  | 'discoverPipeSchema'
  | 'getPipeMetrics'
  | 'listPipeErrors'
>;

/** The pipe operations of `/v1`: contract shapes in, contract shapes out. */
export function pipeHandlers(pipes: PipeService, observations: PipeObservations): PipeHandlers {
  return {
    async listPipes({ query }, { tenantId, requestId }) {
      return pageResponse(
        await pipes.list(tenantId, query),
        ({ items: result, nextCursor }) => ({ status: 200, requestId, result, nextCursor }),
        ({ result }) => result,
      );
    },
    async createPipe({ headers, body }, context) {
      const request = repeatable('createPipe', context, headers, body);
      const created = await pipes.create(context.tenantId, body, request);
      return { ...respond(created, context.requestId), headers: createdHeaders(created) };
    },
    async getPipe({ params }, { tenantId, requestId }) {
      return respond(await pipes.get(tenantId, pipeIdOf(params)), requestId);
    },
    async updatePipe({ params, headers, body }, { tenantId, requestId }) {
      const updated = await pipes.update(tenantId, pipeIdOf(params), body, expectedVersions(headers));
      return respond(updated, requestId);
    },
    async deletePipe({ params, headers }, { tenantId, requestId }) {
      await pipes.remove(tenantId, pipeIdOf(params), expectedVersions(headers));
      return { status: 200, body: { status: 200, requestId } };
    },
    async getPipeSettings({ params }, { tenantId, requestId }) {
      return respondSettings(await pipes.settings(tenantId, pipeIdOf(params)), requestId);
    },
    async replacePipeSettings({ params, headers, body }, { tenantId, requestId }) {
      const expected = expectedVersions(headers);
      const replaced = await pipes.replaceSettings(tenantId, pipeIdOf(params), body, expected);
      return respondSettings(replaced, requestId);
    },
    async discoverPipeSchema({ body }, { requestId }) {
      const result = await observations.discover(body.source);
      return { status: 200, body: { status: 200, requestId, result } };
    },
    async getPipeMetrics({ params, query }, { tenantId, requestId }) {
      const result = await observations.metrics(tenantId, pipeIdOf(params), query);
      return { status: 200, body: { status: 200, requestId, result } };
    },
    async listPipeErrors({ params, query }, { tenantId, requestId }) {
      const { items: result, ...page } = await observations.errors(tenantId, pipeIdOf(params), query);
      return { status: 200, body: { status: 200, requestId, ...page, result } };
    },
    async updatePipeScaling({ params, headers, body }, { tenantId, requestId }) {
      const scaled = await pipes.scale(tenantId, pipeIdOf(params), body, expectedVersions(headers));
      return respond(scaled, requestId);
    },
    async updatePipeState({ params, headers, body }, { tenantId, requestId }) {
      // Validation has rejected a body without it.
      const command = body.command as PipeCommand;
      const commanded = await pipes.command(tenantId, pipeIdOf(params), command, expectedVersions(headers));
      return respond(commanded, requestId);
    },
  };
}

/** As it is stored; a UUID may be written in capitals (RFC 9562 section 4). */
function pipeIdOf({ pipeId }: { readonly pipeId: string }): string {
  return pipeId.toLowerCase();
}

/** The envelope of `/v1` (D-03). */
function respond({ pipe, version }: VersionedPipe, requestId: string) {
  return {
    status: 200 as const,
    headers: { ETag: entityTag(version) },
    body: { status: 200, requestId, result: pipe },
  };
}

function respondSettings({ settings, version }: VersionedSettings, requestId: string) {
  return {
    status: 200 as const,
    headers: { ETag: entityTag(version) },
    body: { status: 200, requestId, result: settings },
  };
}
