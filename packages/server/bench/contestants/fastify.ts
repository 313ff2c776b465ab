import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { contractDocument } from '@penstock/contract/documents';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { fastify } from 'fastify';
import {
  foundPipe,
  PIPE_ROUTE,
  PIPE_VERSION,
  type PipeChange,
  type PipeParams,
  updatedPipe,
} from '../pipes.ts';

const CONTRACT = 'https://penstock.example/contract';

/**
 * Fastify with the contract's schemas: it validates requests and serialises responses with functions that it compiles from
 * them.
 */
export async function createFastify(): Promise<Server> {
  const { components } = contractDocument('management');
  const app = fastify();
  // The contract is written in the draft of 2020; fastify's own Ajv is for an older one.
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: CONTRACT, components });
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
  app.addSchema({ $id: CONTRACT, components });

  const params = paramsSchema();
  const response = { 200: schemaOf('PipeResponse') };
  app.get<{ Params: PipeParams }>(PIPE_ROUTE, { schema: { params, response } }, (request, reply) => {
    reply.header('ETag', PIPE_VERSION).send(foundPipe(request.params, randomUUID()));
  });
  const body = schemaOf('PipeUpdate');
  app.patch<{ Params: PipeParams; Body: PipeChange }>(
    PIPE_ROUTE,
    { schema: { params, body, response } },
    (request, reply) => {
      reply.header('ETag', PIPE_VERSION).send(updatedPipe(request.params, request.body, randomUUID()));
    },
  );
  await app.ready();
  return app.server;
}

function schemaOf(name: string): object {
  return { $ref: `${CONTRACT}#/components/schemas/${name}` };
}

function paramsSchema(): object {
  const { parameters = {} } = contractDocument('management').components;
  const names = ['OrganizationId', 'ServiceId', 'PipeId'];
  const properties = names.map((name) => [
    (parameters[name] as { name: string }).name,
    { $ref: `${CONTRACT}#/components/parameters/${name}/schema` },
  ]);
  return {
    type: 'object',
    required: properties.map(([name]) => name),
    properties: Object.fromEntries(properties),
  };
}
