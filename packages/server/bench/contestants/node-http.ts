import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { foundPipe, PIPE_ROUTE, PIPE_VERSION, type PipeParams, updatedPipe } from '../pipes.ts';

const PATH = new RegExp(`^${PIPE_ROUTE.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** Node alone: what no framework can go below. */
export function createNodeHttp(): Server {
  return createServer(async (request, response) => {
    const params = PATH.exec(request.url ?? '')?.groups as PipeParams | undefined;
    if (params === undefined) response.writeHead(404).end();
    else send(response, await responseTo(request, params));
  });
}

async function responseTo(request: IncomingMessage, params: PipeParams): Promise<object> {
  if (request.method === 'GET') return foundPipe(params, randomUUID());
  return updatedPipe(params, (await json(request)) as object, randomUUID());
}

function send(response: ServerResponse, body: object): void {
  response.setHeader('ETag', PIPE_VERSION);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}
