import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blessBaseline } from '../../src/gate/baselines.ts';
import { checkContract, type GateResult } from '../../src/index.ts';
import { type ContractFolder, contractFolder } from '../support/contract-folder.ts';

const propertyRemoved = { components: { schemas: { Pipe: { properties: { region: null } } } } };
const propertyAdded = { components: { schemas: { Pipe: { properties: { owner: { type: 'string' } } } } } };
const experimentalRemoved = { components: { schemas: { Forecast: { properties: { until: null } } } } };
const reworded = { info: { description: 'Pipes move more data.' } };

test('a contract that is the released one may be released, and needs no release', async () => {
  const folder = await contractFolder();

  expect(await checkContract(folder)).toMatchObject({ passes: true, version: { required: 'none' } });
});

describe('approvals', () => {
  test('a breaking change without an approval fails', async () => {
    const gate = await checkContract(await released(propertyRemoved));

    expect(gate).toMatchObject({ passes: false, unapproved: [{ document: 'pipes' }] });
  });

  test('an approved one passes, up to the end of its last day', async () => {
    const folder = await released(propertyRemoved);
    await approve(folder, { expires: '2026-12-31' });

    expect(await checkContract({ ...folder, today: '2026-12-31' })).toMatchObject({
      passes: true,
      unapproved: [],
    });
    expect(await checkContract({ ...folder, today: '2027-01-01' })).toMatchObject({
      passes: false,
      expired: [{ by: 'Jane Doe' }],
      unapproved: [{ document: 'pipes' }],
    });
  });

  test('approves one change, and no other one at the same pointer', async () => {
    const narrowed = { components: { schemas: { PipeCreate: { properties: { batch: { maximum: 500 } } } } } };
    const folder = await released(narrowed);
    await approve(folder);
    const further = { components: { schemas: { PipeCreate: { properties: { batch: { maximum: 50 } } } } } };
    const later = await released(further);

    const gate = await checkContract({ ...later, approvals: folder.approvals });

    expect(gate.passes).toBe(false);
    expect(gate.unapproved).toHaveLength(1);
    expect(gate.stale).toHaveLength(1);
  });

  test('an approval that matches nothing fails', async () => {
    const folder = await released(propertyRemoved);
    await approve(folder);
    const reverted = await contractFolder();

    const gate = await checkContract({ ...reverted, approvals: folder.approvals });

    expect(gate).toMatchObject({ passes: false, unapproved: [], stale: [{ rule: 'property-removed' }] });
  });
});

describe('stability', () => {
  test('a breaking change of an experimental operation is reported and passes the gate', async () => {
    const gate = await checkContract(await released(experimentalRemoved));

    expect(gate.passes).toBe(true);
    expect(gate.documents[0]?.diff.changes).toMatchObject([{ impact: 'breaking', tier: 'experimental' }]);
  });
});

describe('the version', () => {
  test.for([
    { change: propertyRemoved, version: '1.4.0', required: 'major' },
    { change: propertyRemoved, version: '0.4.0', required: 'minor' },
    { change: experimentalRemoved, version: '1.4.0', required: 'minor' },
    { change: propertyAdded, version: '1.4.0', required: 'minor' },
    { change: propertyAdded, version: '0.4.0', required: 'minor' },
    { change: reworded, version: '1.4.0', required: 'patch' },
    { change: {}, version: '1.4.0', required: 'none' },
  ])('$version needs a $required release', async ({ change, version, required }) => {
    const folder = await contractFolder(change, version);

    expect((await checkContract(folder)).version).toMatchObject({ version, required });
  });

  test.for([
    { announced: 'patch', isEnough: false },
    { announced: 'minor', isEnough: true },
    { announced: 'major', isEnough: true },
  ])(
    'a minor change is announced enough by a $announced changeset: $isEnough',
    async ({ announced, isEnough }) => {
      const folder = await contractFolder(propertyAdded);
      await folder.write('changesets/a.md', changeset('@acme/contract', announced));

      expect(await checkContract(folder)).toMatchObject({
        passes: isEnough,
        version: { announced, sufficient: isEnough, changesets: ['a.md'] },
      });
    },
  );

  test('a changeset of another package announces nothing', async () => {
    const folder = await contractFolder(propertyAdded);
    await folder.write('changesets/a.md', changeset('@acme/client', 'major'));

    expect(await checkContract(folder)).toMatchObject({
      passes: false,
      version: { announced: 'none', changesets: [] },
    });
  });
});

test('another form of a document needs no baseline', async () => {
  const folder = await contractFolder();
  await folder.write('current/pipes.oneof.json', '{}');

  expect(await checkContract(folder)).toMatchObject({ passes: true });
});

describe('a new baseline', () => {
  test('is what the contract is now; what was approved is released', async () => {
    const folder = await released(propertyRemoved);
    await approve(folder);

    expect(await blessBaseline(folder)).toEqual(['pipes.json']);

    expect(await checkContract(folder)).toMatchObject({
      passes: true,
      approved: [],
      version: { required: 'none' },
    });
    expect(await readFile(folder.approvals, 'utf8')).toBe('# Why they are here.\napprovals: []\n');
  });

  test('is not created from a file that is not a contract', async () => {
    const folder = await released(propertyRemoved);
    await approve(folder);
    const before = await contentOf(folder);
    await folder.write('current/pipes.json', '{ "openapi": ');

    await expect(blessBaseline(folder)).rejects.toThrow(/pipes\.json:1 is neither YAML nor JSON/);

    expect(await contentOf(folder)).toEqual(before);
  });

  test('starts with the given files', async () => {
    const folder = await contractFolder();
    const empty = { ...folder, baseline: folder.release.changesets };

    await expect(blessBaseline(empty)).rejects.toThrow('Pass the files');

    expect(await blessBaseline({ ...empty, files: ['pipes.json'] })).toEqual(['pipes.json']);
  });
});

/** A folder whose changes have been announced as much as can be. */
async function released(change: unknown): Promise<ContractFolder> {
  const folder = await contractFolder(change);
  await folder.write('changesets/all.md', changeset('@acme/contract', 'major'));
  return folder;
}

/** Approves everything that is not approved. */
async function approve(folder: ContractFolder, { expires = '9999-12-31' } = {}): Promise<void> {
  const { unapproved }: GateResult = await checkContract(folder);
  const approvals = unapproved.map(({ document, change: { pointer, rule, fingerprint } }) => ({
    document,
    pointer,
    rule,
    change: fingerprint,
    reason: 'Its readers have no alternative.',
    by: 'Jane Doe',
    expires,
  }));
  await folder.write(
    'approved-changes.yaml',
    `# Why they are here.\napprovals: ${JSON.stringify(approvals)}\n`,
  );
}

function changeset(name: string, bump: string): string {
  return `---\n"${name}": ${bump}\n---\n\nWhat changes for whom.\n`;
}

async function contentOf({ baseline, approvals }: ContractFolder): Promise<string[]> {
  return Promise.all([join(baseline, 'pipes.json'), approvals].map((file) => readFile(file, 'utf8')));
}
