import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A small contract of two files, which a test can change. */
export interface ContractFolder {
  readonly folder: string;
  readonly root: string;
  /** Writes the example that `GET /v1/things/{thingId}` returns. */
  writeExample(name: string): void;
  /** Replaces the example by renaming another file, as some editors do. */
  replaceExample(name: string): void;
  /** Renames the example, as editors do that keep the old file until the new one is written. */
  moveExampleAside(): void;
  write(file: string, text: string): void;
}

export const THING = '/v1/things/018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34';

export function contractFolder(): ContractFolder {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'examples'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const rename = (from: string, to: string) => renameSync(join(folder, from), join(folder, to));
  write('contract.yaml', contractYaml());
  write('examples/thing.yaml', exampleYaml('first'));
  return {
    folder,
    root: join(folder, 'contract.yaml'),
    write,
    writeExample: (name) => write('examples/thing.yaml', exampleYaml(name)),
    replaceExample: (name) => {
      write('examples/.thing.yaml.new', exampleYaml(name));
      rename('examples/.thing.yaml.new', 'examples/thing.yaml');
    },
    moveExampleAside: () => rename('examples/thing.yaml', 'examples/thing.yaml~'),
  };
}

function exampleYaml(name: string): string {
  return `result:\n  id: 018f6d2a-7c41-7b0e-9d3f-2f6a1c5e8b34\n  name: ${name}\n  password: secret\n`;
}

interface ContractParts {
  /** The file of the example of `getThing`. */
  readonly example?: string;
  /** Further path items. */
  readonly paths?: string;
}

export function contractYaml({ example = 'examples/thing.yaml', paths = '' }: ContractParts = {}): string {
  return `openapi: 3.1.0
info: { title: Things, version: '1' }
components:
  securitySchemes:
    key: { type: http, scheme: basic }
  schemas:
    Thing:
      type: object
      properties:
        id: { type: string }
        name: { type: string }
        password: { type: string, writeOnly: true }
security: [{ key: [] }]
paths:
  /v1/things/{thingId}:
    parameters:
      - { name: thingId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getThing
      responses:
        '200':
          description: The thing.
          content:
            application/json:
              schema:
                type: object
                properties:
                  result: { $ref: '#/components/schemas/Thing' }
              examples:
                first:
                  externalValue: ${example}
${paths}`;
}
