import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';

// What the reference server is compared with: Express 5 and a handler that returns one constant JSON value.
const constant: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const server = express()
  .get('/pipe', (_request, response) => {
    response.json(constant);
  })
  .listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
