import { readFileSync } from 'node:fs';
import express from 'express';
import { listen } from './listen.ts';

// Express 5 and a handler that returns one constant JSON value: the least that an Express service can cost.
const constant: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
listen(
  express().get('/pipe', (_request, response) => {
    response.json(constant);
  }),
);
