import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, type Step } from '../support/workflow-rules.ts';

/*
 * The comment step of contract-diff-comment.yml, run as GitHub runs it. A program replaces `gh`: it returns prepared responses and
 * records its calls, because GitHub itself is not available here.
 */

const HEAD = '0123456789abcdef0123456789abcdef01234567';

test('the report becomes a comment', () => {
  const { status, calls, comment } = run({ report: '## Nothing breaking\n' });
  expect(status).toBe(0);
  expect(calls).toContain('--method POST repos/penstock/penstock/issues/7/comments --field body=@comment.md');
  expect(comment).toBe('<!-- penstock contract-diff -->\n## Nothing breaking\n');
});

test('a comment that is there already is updated', () => {
  const { calls } = run({ report: 'A second time', comments: '123456\n' });
  expect(calls).toContain(
    '--method PATCH repos/penstock/penstock/issues/comments/123456 --field body=@comment.md',
  );
  expect(calls).not.toContain('POST');
});

test('a report mentions no user, and is at most as long as a comment', () => {
  const { comment } = run({ report: `@everyone ${'é'.repeat(50_000)}` });
  expect(comment).toContain('@\u200beveryone');
  expect(run({ report: '&#64;a &#X0040b &commat;c' }).comment).toContain('@\u200ba @\u200bb @\u200bc');
  expect(comment.length).toBeLessThan(65_536);
  expect(comment).not.toContain('\uFFFD');
});

test('a number that is not the pull request of the commit gets no comment', () => {
  const { status, calls, output } = run({ report: 'x', head: 'f'.repeat(40) });
  expect(status).toBe(0);
  expect(output).toContain('No pull request has this commit at its head any more');
  expect(calls).not.toContain('--method');
});

test('what is in place of a number is no command', () => {
  const { calls } = run({ report: 'x', pullRequest: '7/../../x; touch pwned' });
  expect(calls).toContain('repos/penstock/penstock/pulls/7 ');
});

test('a link in the artifact is rejected', () => {
  const { status, output, calls } = run({ link: '/etc/hostname' });
  expect(status).toBe(1);
  expect(output).toContain('The artifact has no plain file report/contract-diff.md');
  expect(calls).toBe('');
});

interface Situation {
  readonly report?: string;
  /** The target of a link that replaces the report. */
  readonly link?: string;
  readonly pullRequest?: string;
  /** The head commit of the pull request, as reported by GitHub. */
  readonly head?: string;
  /** The ids of the existing comments. */
  readonly comments?: string;
}

function run({ report = '', link, pullRequest = '7\n', head = HEAD, comments = '' }: Situation) {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-comment-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'report'));
  writeFileSync(join(folder, 'report/pull-request'), pullRequest);
  const reportFile = join(folder, 'report/contract-diff.md');
  if (link === undefined) writeFileSync(reportFile, report);
  else symlinkSync(link, reportFile);

  mkdirSync(join(folder, 'bin'));
  writeFileSync(
    join(folder, 'bin/gh'),
    `#!/usr/bin/env bash
echo "$* " >> calls
case "$*" in
  *pulls/*) echo "$HEAD_OF_PULL_REQUEST" ;;
  *--paginate*) printf '%s' "$COMMENTS" ;;
esac
`,
    { mode: 0o755 },
  );
  const env = {
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    GITHUB_REPOSITORY: 'penstock/penstock',
    HEAD_SHA: HEAD,
    HEAD_OF_PULL_REQUEST: head,
    COMMENTS: comments,
  };
  const script = commentStep().run ?? '';
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', script], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return {
    status,
    output: stdout + stderr,
    calls: written(folder, 'calls'),
    comment: written(folder, 'comment.md'),
  };
}

function commentStep(): Step {
  const workflow = parse(readFileSync(join(ROOT, '.github/workflows/contract-diff-comment.yml'), 'utf8')) as {
    jobs: { comment: { steps: Step[] } };
  };
  const step = workflow.jobs.comment.steps.find(({ run }) => run !== undefined);
  return step ?? expect.fail('The workflow has no step that comments.');
}

function written(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return '';
  }
}
