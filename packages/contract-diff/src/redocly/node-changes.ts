import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../change.ts';
import { valueOfText, withExtensionsAsText } from '../documents/extensions.ts';
import type { OpenApiDocument } from '../documents/openapi.ts';
import { UndecidedError } from '../undecided.ts';
import type { CommandResult } from './command-process.ts';
import { runCommand } from './run-command.ts';

/** One change in the structure of a document, not yet judged. */
export interface NodeChange {
  readonly kind: 'added' | 'removed' | 'modified';
  /** The type of the node in Redocly: `Schema`, `Operation`, `Parameter`, `SpecExtension`, … */
  readonly type: string;
  /** Of a modified node: the keyword, or `key` if the node itself was renamed. */
  readonly property?: string;
  readonly base?: ChangedValue;
  readonly revision?: ChangedValue;
  /** The changes that the rules of `diff-recommended` report as breaking. */
  readonly verdicts: readonly { readonly rule: string; readonly message: string }[];
}

/** A pointer into one document, and the value there. */
interface ChangedValue {
  readonly pointer: string;
  /** Undefined if there is no value, such as for a missing keyword. */
  readonly value?: Json;
}

/** The report of `redocly diff --format json`, as far as it is read here. */
interface Report {
  readonly changes: readonly {
    readonly typeName: string;
    readonly kind: NodeChange['kind'];
    readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
    readonly property?: string;
    readonly base?: ChangedValue;
    readonly revision?: ChangedValue;
  }[];
}

const CONFIGURATION = 'telemetry: off\nextends: [diff-recommended]\n';
const ARGUMENTS = [
  ...['diff', 'base.json', 'revision.json', '--config', 'redocly.yaml', '--lint-config', 'off'],
  ...['--fail-on', 'none', '--format', 'json', '--output', 'report.json'],
];
/** A document of 10 MB takes a few seconds. */
const PATIENCE = 120_000;

/**
 * Returns every change between two bundled documents. The comparison of Redocly is not part of
 * `@redocly/openapi-core`, so its command runs in a temporary folder.
 */
export async function nodeChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<NodeChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-contract-'));
  try {
    await Promise.all([
      writeFile(join(folder, 'redocly.yaml'), CONFIGURATION),
      writeFile(join(folder, 'base.json'), JSON.stringify(withExtensionsAsText(base))),
      writeFile(join(folder, 'revision.json'), JSON.stringify(withExtensionsAsText(revision))),
    ]);
    await runRedocly(folder);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    return report.changes.map(nodeChangeOf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function nodeChangeOf({
  typeName,
  verdicts,
  base,
  revision,
  ...change
}: Report['changes'][number]): NodeChange {
  const isExtension = change.property?.startsWith('x-');
  const read = (changed: ChangedValue) =>
    isExtension ? { ...changed, value: valueOfText(changed.value) as Json } : changed;
  return {
    ...change,
    type: typeName,
    ...(base && { base: read(base) }),
    ...(revision && { revision: read(revision) }),
    verdicts: verdicts.map(({ ruleId, message }) => ({ rule: ruleId, message })),
  };
}

async function runRedocly(folder: string): Promise<void> {
  const result = await runCommand({ folder, args: ARGUMENTS }, PATIENCE);
  if (result?.code === 0) return;
  throw new UndecidedError(`The two documents cannot be compared: ${reasonOf(result)}`);
}

function reasonOf(result: CommandResult | undefined): string {
  if (result === undefined) return `redocly diff was ended, or did not finish within ${PATIENCE / 1000} s.`;
  const { code, messages } = result;
  if (messages.includes('Maximum call stack')) {
    return 'their references lead from one to the next more often than redocly diff can follow.';
  }
  const [line = `it ended with ${code}.`] = messages.split('\n').filter((text) => /^\S.*\w/.test(text));
  return `redocly diff reports: ${line}`;
}
