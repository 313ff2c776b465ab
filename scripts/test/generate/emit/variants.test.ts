import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ContractTree, contractTree } from '../../support/contract-tree.ts';
import { artefactsOf, errorsOf } from '../../support/generation.ts';

const CREATE = 'openapi/components/schemas/PipeCreate.yaml';
const PIPE = 'openapi/components/schemas/Pipe.yaml';

/** A request whose discriminator may be absent, and a response whose discriminator is an open set. */
function treeWithVariants(): ContractTree {
  const tree = contractTree();
  const create =
    'x-discriminator: mode\nx-absent-variant: safe\nx-variants: { fast: { required: [secret] }, safe: {} }\n';
  tree.edit(CREATE, 'properties:\n', `${create}properties:\n`);
  const pipe = 'x-discriminator: state\nx-variants: { Running: { optional: [next] }, Stopped: {} }\n';
  tree.edit(PIPE, 'properties:\n', `${pipe}properties:\n`);
  return tree;
}

describe('the types of a schema with variants', () => {
  test('are a union whose members exclude the properties of others', async () => {
    const generated = await artefactsOf(treeWithVariants());
    const types = withoutComments(generated('packages/contract/src/generated/observability.ts'));
    expect(types).toContain(
      'PipeCreate: { secret: $Write<string>; mode: "fast"; } | { secret?: never; mode?: "safe"; };',
    );
  });

  test('have a member for unknown values if the set may grow', async () => {
    const generated = await artefactsOf(treeWithVariants());
    const types = withoutComments(generated('packages/contract/src/generated/management.ts'));
    expect(types).toContain("import type { UnknownValue } from '../unknown-value.ts';");
    expect(types).toMatch(/state: "Running"; [^{]+next\?: components\["schemas"\]\["NextState"\];/);
    expect(types).toMatch(/state: "Stopped"; [^{]+next\?: never;/);
    expect(types).toMatch(/state: UnknownValue; [^{]+next\?: components\["schemas"\]\["NextState"\];/);
  });

  test('do not import what they do not use', async () => {
    const generated = await artefactsOf(contractTree());
    expect(generated('packages/contract/src/generated/management.ts')).not.toContain('UnknownValue');
  });
});

describe('the oneOf bundle', () => {
  test('has a component for each variant, and a discriminator where it is required', async () => {
    const generated = await artefactsOf(treeWithVariants());
    const { components } = parse(generated('packages/contract/openapi/management.oneof.yaml'));
    expect(components.schemas.Pipe).toEqual({
      description: 'A pipe.',
      oneOf: ['PipeRunning', 'PipeStopped', 'PipeOther'].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
      discriminator: {
        propertyName: 'state',
        mapping: {
          Running: '#/components/schemas/PipeRunning',
          Stopped: '#/components/schemas/PipeStopped',
        },
      },
    });
    expect(components.schemas.PipeStopped.required).toEqual(['id', 'state']);
    expect(components.schemas.PipeStopped.properties).not.toHaveProperty('next');
    expect(components.schemas.PipeOther.properties.state.not).toEqual({ enum: ['Running', 'Stopped'] });
  });

  test('rejects a schema with the name of a variant', async () => {
    const tree = treeWithVariants();
    tree.edit(CREATE, '  mode: {', '  safe: { $ref: PipeCreateSafe.yaml }\n  mode: {');
    tree.write(
      'openapi/components/schemas/PipeCreateSafe.yaml',
      'type: string\ndescription: A clash.\nmaxLength: 4\nexamples: [none]\n',
    );
    expect(await errorsOf(tree)).toMatch(
      /^openapi\/components\/schemas\/PipeCreateSafe\.yaml:1:1 {2}variant-name {2}The schema PipeCreateSafe has the name of a variant of PipeCreate\./,
    );
  });
});

/** Types on one line. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ');
}
