import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';

const repository = join(import.meta.dirname, '../../..');

const root = (surface: string, path: string, pathItem: string, scheme: string) => `openapi: 3.1.0
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
info:
  title: Small ${surface}
  version: 0.0.0
  description: A contract that is just large enough.
  license: { name: Apache-2.0, identifier: Apache-2.0 }
servers: [{ url: https://penstock.invalid, description: A server. }]
tags: [{ name: Pipes, description: Move data. }]
security: [{ ${scheme}: [] }]
paths:
  ${path}: { $ref: ${pathItem} }
components:
  securitySchemes:
    ${scheme}: { $ref: components/securitySchemes/${scheme}.yaml }
`;

const problem = (code: string, title: string) => `description: ${title}.
content:
  application/problem+json:
    schema: { $ref: ../schemas/Problem.yaml }
    examples:
      one: { value: { code: ${code}, title: ${title} } }
`;

/** A response of each error status, by the name of its component. */
const failures: Record<string, [status: number, code: string, title: string]> = {
  BadRequest: [400, 'validation_failed', 'The request is wrong'],
  Unauthorized: [401, 'unauthenticated', 'A credential is missing'],
  Forbidden: [403, 'forbidden', 'You may not'],
  NotFound: [404, 'resource_not_found', 'There is no such resource'],
  MethodNotAllowed: [405, 'method_not_allowed', 'This cannot be done here'],
  ContentTooLarge: [413, 'body_too_large', 'The body is too large'],
  UnsupportedMediaType: [415, 'unsupported_media_type', 'This is no JSON'],
  TooManyRequests: [429, 'rate_limit_exceeded', 'Too many requests'],
  InternalServerError: [500, 'internal_error', 'Something broke'],
  ServiceUnavailable: [503, 'unavailable', 'Not now'],
};

const rejected = (...statuses: number[]) =>
  Object.entries(failures)
    .filter(([, [status]]) => statuses.includes(status))
    .map(([name, [status]]) => `    '${status}': { $ref: ../components/responses/${name}.yaml }\n`)
    .join('');

/** Two small documents that pass the real rule set; they share the schemas `Pipe` and `Problem`. */
const files: Record<string, string> = {
  'openapi/management.yaml': root('management', '/v1/pipes/{pipeId}', 'paths/pipe.yaml', 'basicAuth'),
  'openapi/observability.yaml': root('observability', '/api/v2/pipes', 'paths/pipes.yaml', 'bearerAuth'),
  'openapi/components/securitySchemes/basicAuth.yaml':
    'type: http\nscheme: basic\ndescription: An API key.\n',
  'openapi/components/securitySchemes/bearerAuth.yaml': 'type: http\nscheme: bearer\ndescription: A token.\n',
  ...Object.fromEntries(
    Object.entries(failures).map(([name, [, code, title]]) => [
      `openapi/components/responses/${name}.yaml`,
      problem(code, title),
    ]),
  ),
  'openapi/components/parameters/PipeId.yaml': `name: pipeId
in: path
required: true
description: Which pipe.
schema: { type: string, maxLength: 64 }
example: p-1
`,
  'openapi/components/parameters/IdempotencyKey.yaml': `name: Idempotency-Key
in: header
description: Makes the creation repeatable.
schema: { type: string, maxLength: 255 }
example: nightly-import
`,
  'openapi/components/schemas/Problem.yaml': `type: object
description: What went wrong.
properties:
  type: { type: string, description: The kind as a URI., examples: ['urn:example:wrong'] }
  title: { type: string, description: The kind in words., examples: [The request is wrong] }
  code: { type: string, description: The kind as a code., examples: [validation_failed] }
`,
  'openapi/components/schemas/Pipe.yaml': `type: object
description: A pipe.
required: [id, state]
properties:
  id: { type: string, readOnly: true, description: Its id., examples: [p-1] }
  replicas: { type: integer, default: 2, description: How wide it is., examples: [2] }
  state: { $ref: State.yaml }
  mode: { $ref: Mode.yaml }
  next: { $ref: NextState.yaml }
`,
  'openapi/components/schemas/PipeCreate.yaml': `type: object
description: A pipe to create.
additionalProperties: false
properties:
  secret: { type: string, format: password, writeOnly: true, maxLength: 64, description: Its secret., examples: [s] }
  mode: { $ref: Mode.yaml }
`,
  'openapi/components/schemas/State.yaml':
    'type: string\ndescription: What it does.\nx-extensible-enum: [Running, Stopped]\nexamples: [Running]\n',
  'openapi/components/schemas/NextState.yaml':
    "type: [string, 'null']\ndescription: What it will do.\nx-extensible-enum: [Paused]\nexamples: [Paused]\n",
  'openapi/components/schemas/Mode.yaml':
    'type: string\ndescription: How it moves.\nenum: [fast, safe]\nexamples: [fast]\n',
  'openapi/paths/pipe.yaml': `parameters:
  - $ref: ../components/parameters/PipeId.yaml
get:
  operationId: getPipe
  summary: Get a pipe
  description: Returns one pipe. It's *the* pipe.
  tags: [Pipes]
  x-stability: stable
  x-idempotency: safe
  parameters:
    - name: fields
      in: query
      description: Which fields to return.
      schema: { type: string, maxLength: 255 }
      example: id
  responses:
    '200':
      description: The pipe.
      content:
        application/json:
          schema: { $ref: ../components/schemas/Pipe.yaml }
          examples:
            running: { externalValue: ../examples/running.yaml }
${rejected(400, 401, 404, 405, 429, 500, 503)}`,
  'openapi/paths/pipes.yaml': `post:
  operationId: createPipe
  summary: Create a pipe
  description: Creates one pipe.
  tags: [Pipes]
  x-stability: experimental
  x-idempotency: keyed
  parameters:
    - $ref: ../components/parameters/IdempotencyKey.yaml
  requestBody:
    required: true
    description: The pipe to create.
    content:
      application/json:
        schema: { $ref: ../components/schemas/PipeCreate.yaml }
        examples:
          fast: { externalValue: ../examples/createPipe/request.fast.yaml }
  responses:
    '200':
      description: The pipe.
      content:
        application/json:
          schema: { $ref: ../components/schemas/Pipe.yaml }
          examples:
            running: { externalValue: ../examples/running.yaml }
${rejected(400, 401, 403, 405, 413, 415, 429, 500, 503)}`,
  'openapi/examples/createPipe/request.fast.yaml': 'mode: fast\n',
  'openapi/examples/running.yaml': 'id: p-1\nstate: Running\nmode: fast\n',
  'openapi/lint/exceptions.yaml': '[]\n',
  'openapi/specification/fields.yaml': 'groups: []\n',
};

/** The rules of the style. A tree links to them, so that all trees of a process load them once. */
const RULES = 'openapi/lint';
const isRule = (name: string) => name === 'rules' || name.endsWith('.ts');

/** A workspace with a contract in a folder of its own, removed when the test is finished. */
export interface ContractTree {
  folder: string;
  read(path: string): string;
  write(path: string, content: string): void;
  /** Replaces `search`, which must exist, in a file of the tree. */
  edit(path: string, search: string, replacement: string): void;
  /** Gives the tree rules of its own, which can be edited. */
  copyRules(): void;
}

/** Makes the small contract, with the rule set and the registers of this repository. */
export function contractTree(): ContractTree {
  const tree = treeWith(['redocly.yaml', 'openapi/guidelines']);
  for (const [path, content] of Object.entries(files)) tree.write(path, content);
  return tree;
}

/** Copies the contract of this repository. */
export function repositoryContract(): ContractTree {
  return treeWith(['redocly.yaml', 'openapi']);
}

/** Copies the part of the contract of this repository that is about alerts, and the list of sources. All of it takes the linter five seconds. */
export function alertsContract(): ContractTree {
  const tree = repositoryContract();
  for (const root of ROOT_DOCUMENTS) {
    const text = tree.read(root);
    tree.write(root, text.replaceAll(/^ {2}\/\S+:\n {4}\$ref: (?!\S*(?:alert|\/sources\.))\S+\n/gm, ''));
  }
  const reached = reachedFrom(tree.folder, [...ROOT_DOCUMENTS, ...READ_BY_TWINS]);
  for (const folder of ['paths', 'components', 'examples'])
    for (const path of globSync(`openapi/${folder}/**/*.yaml`, { cwd: tree.folder }))
      if (!reached.has(path)) rmSync(join(tree.folder, path));
  const exceptions = parse(tree.read('openapi/lint/exceptions.yaml')) as { at: string }[];
  const remaining = exceptions.filter(({ at }) => reached.has(at.replace(/#.*/, '')));
  tree.write('openapi/lint/exceptions.yaml', JSON.stringify(remaining));
  return tree;
}

const ROOT_DOCUMENTS = ['openapi/management.yaml', 'openapi/observability.yaml'];
const READ_BY_TWINS = ['shared/DeletedResponse', 'shared/RequestId'].map(
  (name) => `openapi/components/schemas/${name}.yaml`,
);

/** The files that these refer to, directly or not, and themselves. */
function reachedFrom(folder: string, paths: readonly string[], reached = new Set<string>()) {
  for (const path of paths.filter((path) => !reached.has(path))) {
    reached.add(path);
    const text = readFileSync(join(folder, path), 'utf8');
    const references = [...text.matchAll(/(?:\$ref|externalValue): *["']?([^\s"'#}]+\.yaml)/g)];
    reachedFrom(
      folder,
      references.map(([, reference = '']) => join(dirname(path), reference)),
      reached,
    );
  }
  return reached;
}

function treeWith(paths: readonly string[]): ContractTree {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-contract-'));
  const rules = join(repository, RULES);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tree: ContractTree = {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write(path, content) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      const target = realpathSync(existsSync(file) ? file : dirname(file));
      if (!target.startsWith(realpathSync(folder)))
        throw new Error(`${path} is a file of the repository. Call copyRules first.`);
      writeFileSync(file, content);
    },
    edit(path, search, replacement) {
      const before = tree.read(path);
      if (!before.includes(search)) throw new Error(`${path} does not contain ${search}`);
      tree.write(
        path,
        before.replace(search, () => replacement),
      );
    },
    copyRules() {
      for (const name of readdirSync(rules).filter(isRule)) {
        rmSync(join(folder, RULES, name));
        cpSync(join(rules, name), join(folder, RULES, name), { recursive: true });
      }
    },
  };
  const isCopied = (path: string) => dirname(path) !== rules || path.endsWith('.yaml');
  for (const path of paths)
    cpSync(join(repository, path), join(folder, path), { recursive: true, filter: isCopied });
  mkdirSync(join(folder, RULES), { recursive: true });
  for (const name of readdirSync(rules).filter(isRule))
    symlinkSync(join(rules, name), join(folder, RULES, name));
  return tree;
}
