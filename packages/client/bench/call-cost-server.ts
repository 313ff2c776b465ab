import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responseExamples } from '@penstock/contract/examples';

/* Responds to every request with an example pipe and the headers of the contract. */

const body = JSON.stringify(responseExamples('getPipe', 200).kafka);
const headers = {
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  'x-request-id': '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ratelimit: '"default";r=99;t=10',
  'ratelimit-policy': '"default";q=100;w=10',
  etag: '"7"',
};

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, headers).end(body));
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
