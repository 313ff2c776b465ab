import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OperationValidators } from '@penstock/contract/validators';
import { describe, expect, onTestFinished, test } from 'vitest';
import { slowEmitters } from '../../../generate/emit/slow-emitters.ts';
import { generateValidators } from '../../../generate/emit/validators/validators.ts';
import { type ContractTree, contractTree } from '../../support/contract-tree.ts';
import { artefactsOf, errorsOf } from '../../support/generation.ts';

const runtime = fileURLToPath(new URL('../../../../packages/contract/src/validation.ts', import.meta.url));

/** The validators that are generated from a contract. */
async function validatorsOf(tree: ContractTree): Promise<Record<string, OperationValidators>> {
  return load((await artefactsOf(tree))('packages/contract/src/generated/validators.ts'));
}

async function load(source: string): Promise<Record<string, OperationValidators>> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-validators-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'validators.ts');
  writeFileSync(file, source.replace('../validation.ts', runtime));
  return import(/* @vite-ignore */ file);
}

describe('the generated validators', () => {
  test('are the same for every surface that has the schema', async () => {
    const { createPipe, getPipe } = await validatorsOf(contractTree());
    expect(createPipe?.requestBody?.({ mode: 'fast', secret: 's' })).toEqual([]);
    expect(createPipe?.requestBody?.({ mode: 'slow', x: 1 })).toEqual([
      { pointer: '/x', code: 'unknown_property', message: 'is not a property of this object; remove it' },
      {
        pointer: '/mode',
        code: 'invalid_enum',
        message: 'must be one of fast, safe',
      },
    ]);
    expect(getPipe?.parameters.path({})).toEqual([
      { pointer: '/pipeId', code: 'required', message: 'is required' },
    ]);
  });

  test('let nothing out that is only ever written, and nothing in that is only ever read', async () => {
    const tree = contractTree();
    const generated = await artefactsOf(tree);
    // The style forbids one schema for both ways, so the documents are changed behind its back.
    const document = JSON.parse(generated('packages/contract/openapi/management.json'));
    document.components.schemas.Pipe.properties.secret = { $ref: '#/components/schemas/Secret' };
    document.components.schemas.Pipe.required.push('secret');
    document.components.schemas.Secret = { type: 'string', writeOnly: true };
    document.paths['/v1/pipes/{pipeId}'].put = {
      operationId: 'putPipe',
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pipe' } } } },
    };
    const bundle = {
      surface: 'management',
      document,
      file: '',
      rootFile: '',
      files: new Set<string>(),
      yaml: '',
      json: '',
    } as const;
    const { getPipe, putPipe } = await load(
      await generateValidators([bundle], slowEmitters.compileValidators),
    );
    const pipe = { id: 'p-1', state: 'Running' };
    expect(getPipe?.responses[200]?.(pipe)).toEqual([]);
    expect(getPipe?.responses[200]?.({ ...pipe, secret: 's' })).toEqual([
      { pointer: '/secret', code: 'invalid', message: 'must not be present' },
    ]);
    expect(putPipe?.requestBody?.({ state: 'Running', secret: 's' })).toEqual([]);
    expect(putPipe?.requestBody?.({ ...pipe, secret: 's' })).toEqual([
      { pointer: '/id', code: 'invalid', message: 'must not be present' },
    ]);
  });
});

describe('a schema that contains itself', () => {
  test('is checked at every depth', async () => {
    const tree = contractTree();
    tree.edit(
      'openapi/components/schemas/PipeCreate.yaml',
      '  mode: { $ref: Mode.yaml }',
      '  mode: { $ref: Mode.yaml }\n  hop: { $ref: Hop.yaml }',
    );
    const closed = 'type: object\nadditionalProperties: false\n';
    tree.write(
      'openapi/components/schemas/Hop.yaml',
      `${closed}description: A way.\nproperties: { mode: { $ref: Mode.yaml }, next: { $ref: NextHop.yaml } }\n`,
    );
    tree.write(
      'openapi/components/schemas/NextHop.yaml',
      `${closed}description: The next way.\nproperties: { hop: { $ref: Hop.yaml } }\n`,
    );
    const { createPipe } = await validatorsOf(tree);
    expect(createPipe?.requestBody?.({ hop: { next: { hop: { mode: 'fast' } } } })).toEqual([]);
    expect(createPipe?.requestBody?.({ hop: { x: 1, next: { hop: { mode: 'slow' } } } })).toEqual([
      expect.objectContaining({ pointer: '/hop/x', code: 'unknown_property' }),
      expect.objectContaining({ pointer: '/hop/next/hop/mode', code: 'invalid_enum' }),
    ]);
  });
});

describe('a schema that the validators cannot check', () => {
  test('is reported with its location', async () => {
    const tree = contractTree();
    tree.edit(
      'openapi/components/schemas/PipeCreate.yaml',
      '  mode: { $ref: Mode.yaml }',
      '  mode: { anyOf: [{ $ref: Mode.yaml }, { type: boolean }], description: How., examples: [fast] }',
    );
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/components\/schemas\/PipeCreate\.yaml:\d+:\d+ {2}validator-keyword {2}.+anyOf\.\n {4}Use `x-rules`/,
    );
  });

  test('is a parameter that is neither text nor a whole number', async () => {
    const tree = contractTree();
    tree.edit(
      'openapi/paths/pipe.yaml',
      'schema: { type: string, maxLength: 255 }',
      'schema: { type: boolean }',
    );
    tree.edit('openapi/paths/pipe.yaml', 'example: id', 'example: true');
    expect(await errorsOf(tree)).toMatch(/validator-parameter/);
  });

  test('is a response header that is neither text nor a whole number', async () => {
    const tree = contractTree();
    tree.edit(
      'openapi/paths/pipe.yaml',
      '      description: The pipe.\n',
      '      description: The pipe.\n      headers: { X-Fresh: { description: Fresh., schema: { type: boolean }, example: true } }\n',
    );
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/paths\/pipe\.yaml:\d+:\d+ {2}validator-header {2}.+X-Fresh/,
    );
  });
});
