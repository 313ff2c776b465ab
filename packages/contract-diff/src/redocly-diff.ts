import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from './change.ts';
import { listOf, withListsAsText } from './documents/extensions.ts';
import type { OpenApiDocument } from './documents/openapi.ts';
import { UndecidedError } from './undecided.ts';

/** One difference in the structure of two documents, whatever it means. */
export interface Difference {
  readonly kind: 'added' | 'removed' | 'modified';
  /** What the node is, in the words of Redocly: `Schema`, `Operation`, `Parameter`, `SpecExtension`, … */
  readonly type: string;
  /** Of a modified node: the keyword, or `key` if the node itself was renamed. */
  readonly property?: string;
  readonly base?: Place;
  readonly revision?: Place;
  /** What the rules of `diff-recommended` call breaking about it. */
  readonly verdicts: readonly { readonly rule: string; readonly message: string }[];
}

/** A place of one document, and what stands there. */
interface Place {
  readonly pointer: string;
  /** Absent where the place has no value of its own, such as a keyword that is not there. */
  readonly value?: Json;
}

/** The report of `redocly diff --format json`, as far as it is read here. */
interface Report {
  readonly changes: readonly {
    readonly typeName: string;
    readonly kind: Difference['kind'];
    readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
    readonly property?: string;
    readonly base?: Place;
    readonly revision?: Place;
  }[];
}

const CONFIGURATION = 'telemetry: off\nextends: [diff-recommended]\n';
/** In kB, four times what Node has: Redocly follows references by recursion. */
const STACK = '--stack-size=3936';
/** A document of 10 MB takes a few seconds. */
const PATIENCE = 120_000;

/**
 * Every difference between two documents that hold all they refer to. The comparison of Redocly is not part of
 * `@redocly/openapi-core`, so its command does it, in a folder of its own and without a word to anybody.
 */
export async function differences(base: OpenApiDocument, revision: OpenApiDocument): Promise<Difference[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-contract-'));
  try {
    await Promise.all([
      writeFile(join(folder, 'redocly.yaml'), CONFIGURATION),
      writeFile(join(folder, 'base.json'), JSON.stringify(withListsAsText(base))),
      writeFile(join(folder, 'revision.json'), JSON.stringify(withListsAsText(revision))),
    ]);
    await runRedocly(folder);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report;
    return report.changes.map(differenceOf);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function differenceOf({
  typeName,
  verdicts,
  base,
  revision,
  ...change
}: Report['changes'][number]): Difference {
  const isExtension = change.property?.startsWith('x-');
  const read = (place: Place) => (isExtension ? { ...place, value: listOf(place.value) as Json } : place);
  return {
    ...change,
    type: typeName,
    ...(base && { base: read(base) }),
    ...(revision && { revision: read(revision) }),
    verdicts: verdicts.map(({ ruleId, message }) => ({ rule: ruleId, message })),
  };
}

async function runRedocly(folder: string): Promise<void> {
  const command = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const args = ['diff', 'base.json', 'revision.json', '--config', 'redocly.yaml'];
  const child = spawn(
    process.execPath,
    [STACK, command, ...args, '--fail-on', 'none', '--format', 'json', '--output', 'report.json'],
    {
      cwd: folder,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        NODE_OPTIONS: '',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: PATIENCE,
    },
  );
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(0, 2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) {
    throw new UndecidedError(`The two documents cannot be compared: ${reasonOf(code, complaint)}`);
  }
}

function reasonOf(code: number | null, complaint: string): string {
  if (code === null) return `redocly diff was ended after ${PATIENCE / 1000} s.`;
  if (complaint.includes('Maximum call stack')) {
    return 'their references lead from one to the next more often than redocly diff can follow.';
  }
  const [line = `it ended with ${code}.`] = complaint.split('\n').filter((text) => /^\S.*\w/.test(text));
  return `redocly diff says: ${line}`;
}
