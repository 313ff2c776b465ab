import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const repository = join(import.meta.dirname, '../..');

const root = (surface: string, path: string, pathItem: string, scheme: string) => `openapi: 3.1.0
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
info:
  title: Small ${surface}
  version: 0.0.0
  description: A contract that is just large enough.
  license: { name: Apache-2.0, identifier: Apache-2.0 }
servers: [{ url: https://penstock.invalid }]
tags: [{ name: Pipes, description: Move data. }]
security: [{ ${scheme}: [] }]
paths:
  ${path}: { $ref: ${pathItem} }
components:
  securitySchemes:
    ${scheme}: { $ref: components/securitySchemes/${scheme}.yaml }
`;

const problem = (schema: string) => `description: The request is wrong.
content:
  application/problem+json:
    schema: { $ref: ${schema} }
    examples:
      wrong: { value: { code: validation_failed, title: The request is wrong } }
`;

/** Two small documents that pass the real rule set; they share the schema `Pipe`. */
const files: Record<string, string> = {
  'openapi/management.yaml': root('management', '/v1/pipes/{pipeId}', 'paths/pipe.yaml', 'apiKey'),
  'openapi/observability.yaml': root('observability', '/api/v2/pipes', 'paths/pipes.yaml', 'bearerToken'),
  'openapi/components/securitySchemes/apiKey.yaml': 'type: http\nscheme: basic\ndescription: An API key.\n',
  'openapi/components/securitySchemes/bearerToken.yaml':
    'type: http\nscheme: bearer\ndescription: A token.\n',
  'openapi/components/responses/BadRequest.yaml': problem('../schemas/Problem.yaml'),
  'openapi/components/parameters/PipeId.yaml':
    'name: pipeId\nin: path\nrequired: true\ndescription: Which pipe.\nschema: { type: string }\n',
  'openapi/components/schemas/Problem.yaml': `type: object
description: What went wrong.
properties:
  type: { type: string }
  title: { type: string }
  code: { type: string }
`,
  'openapi/components/schemas/Pipe.yaml': `type: object
description: A pipe.
required: [id, state]
properties:
  id: { type: string, readOnly: true }
  secret: { type: string, writeOnly: true }
  replicas: { type: integer, default: 2 }
  state: { type: string, x-extensible-enum: [Running, Stopped] }
  mode: { $ref: Mode.yaml }
  next: { type: [string, 'null'], x-extensible-enum: [Paused] }
`,
  'openapi/components/schemas/Mode.yaml': 'type: string\ndescription: How it moves.\nenum: [fast, safe]\n',
  'openapi/paths/pipe.yaml': `parameters:
  - $ref: ../components/parameters/PipeId.yaml
get:
  operationId: getPipe
  summary: Get a pipe
  description: Answers one pipe. It's *the* pipe.
  tags: [Pipes]
  x-stability: stable
  x-idempotency: safe
  parameters:
    - name: fields
      in: query
      description: Which fields to answer.
      schema: { type: string }
  responses:
    '200':
      description: The pipe.
      content:
        application/json:
          schema: { $ref: ../components/schemas/Pipe.yaml }
          examples:
            running: { externalValue: ../examples/running.yaml }
    '400': { $ref: ../components/responses/BadRequest.yaml }
`,
  'openapi/paths/pipes.yaml': `post:
  operationId: createPipe
  summary: Create a pipe
  description: Creates one pipe.
  tags: [Pipes]
  x-stability: experimental
  x-idempotency: keyed
  requestBody:
    required: true
    content:
      application/json:
        schema: { $ref: ../components/schemas/Pipe.yaml }
  responses:
    '200':
      description: The pipe.
      content:
        application/json:
          schema: { $ref: ../components/schemas/Pipe.yaml }
    '400': { $ref: ../components/responses/BadRequest.yaml }
`,
  'openapi/examples/running.yaml': 'id: p-1\nstate: Running\nmode: fast\n',
};

/** A workspace with a small contract in a folder of its own, removed when the test is finished. */
export interface ContractTree {
  folder: string;
  read(path: string): string;
  write(path: string, content: string): void;
  /** Replaces `search`, which must be there, in a file of the tree. */
  edit(path: string, search: string, replacement: string): void;
}

/** Makes the small contract, with the rule set of this repository. */
export function contractTree(): ContractTree {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tree: ContractTree = {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    edit(path, search, replacement) {
      const before = tree.read(path);
      if (!before.includes(search)) throw new Error(`${path} does not contain ${search}`);
      tree.write(
        path,
        before.replace(search, () => replacement),
      );
    },
  };
  cpSync(join(repository, 'redocly.yaml'), join(folder, 'redocly.yaml'));
  for (const [path, content] of Object.entries(files)) tree.write(path, content);
  return tree;
}
