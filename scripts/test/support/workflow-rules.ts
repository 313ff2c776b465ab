import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/*
 * The rules that keep a pull request or a compromised action from doing harm. Each rule has its
 * violations as sentences.
 */

export const ROOT = join(import.meta.dirname, '../../..');

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Permissions | string;
  readonly 'timeout-minutes'?: number;
  readonly environment?: unknown;
  readonly steps?: readonly Step[];
}

type Permissions = Readonly<Record<string, string>>;

interface Workflow {
  readonly on: Readonly<Record<string, unknown>> | string | readonly string[];
  readonly permissions?: Permissions | string;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Whose actions may run. */
const OWNERS = ['actions', 'changesets'];
const LONGEST_MINUTES = 30;
const PINNED_USES = /^\s*(?:- )?uses: ([^@\s]+)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  packageManager: string;
};

export function violationsOf(text: string): string[] {
  const workflow = parse(text) as Workflow;
  return [
    ...(isEmpty(workflow.permissions) ? [] : ['The workflow gives permissions; write `permissions: {}`.']),
    ...(workflow.concurrency === undefined ? ['The workflow has no concurrency group.'] : []),
    ...triggers(workflow).flatMap((trigger) =>
      trigger === 'pull_request_target' ? ['pull_request_target gives secrets to a pull request.'] : [],
    ),
    ...(text.includes('secrets.') ? ['A secret is used; this repository needs none.'] : []),
    ...unpinned(text),
    ...Object.entries(workflow.jobs).flatMap(([id, job]) =>
      jobViolations(job, triggers(workflow)).map((violation) => `${id}: ${violation}`),
    ),
  ];
}

/** The rules that also apply to the steps of an action. */
export function stepViolations(step: Step): string[] {
  const name = step.name ?? step.uses ?? step.id ?? 'a step';
  const violations: string[] = [];
  if (step.run?.includes('${{')) violations.push('puts an expression into a shell; hand it over in env.');
  if (step.run !== undefined && !isBash(step.run)) violations.push('is not bash.');
  for (const [, version] of step.run?.matchAll(/\bpnpm@(\S+)/g) ?? [])
    if (`pnpm@${version}` !== packageManager)
      violations.push(`uses pnpm@${version} and not ${packageManager}.`);
  if (step.uses?.startsWith('actions/checkout@') && step.with?.['persist-credentials'] !== false)
    violations.push('leaves the token in the checkout; set persist-credentials to false.');
  return violations.map((violation) => `«${name}» ${violation}`);
}

/** Lines with `uses:` that are not pinned to a commit, or not to one of an owner we trust. */
export function unpinned(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^\s*(?:- )?uses:/.test(line))
    .filter((line) => !OWNERS.includes(PINNED_USES.exec(line)?.[1]?.split('/')[0] ?? ''))
    .map(
      (line) => `«${line.trim()}» is not the full commit of a trusted action with its version in a comment.`,
    );
}

function jobViolations(job: Job, on: readonly string[]): string[] {
  const { permissions } = job;
  const minutes = job['timeout-minutes'];
  const violations = (job.steps ?? []).flatMap(stepViolations);
  if (typeof permissions !== 'object') violations.push('does not list its permissions one by one.');
  if (minutes === undefined || minutes > LONGEST_MINUTES)
    violations.push(`has no time limit of at most ${LONGEST_MINUTES} minutes.`);
  const written = Object.entries(typeof permissions === 'object' ? permissions : {})
    .filter(([, access]) => access !== 'read' && access !== 'none')
    .map(([name]) => name);
  if (on.includes('pull_request') && written.length > 0)
    violations.push(`may write ${written.join(', ')} while it runs the code of a pull request.`);
  if (written.includes('id-token') && job.environment === undefined)
    violations.push('has an identity without an environment that guards it.');
  if (on.includes('workflow_run') && (job.steps ?? []).some(runsTheCheckout))
    violations.push('checks out or runs code after a pull request; it may treat what it got as text alone.');
  return violations;
}

function runsTheCheckout({ uses, run }: Step): boolean {
  return (uses?.startsWith('actions/checkout@') ?? false) || /\b(npx|npm|pnpm|node)\b/.test(run ?? '');
}

function triggers({ on }: Workflow): readonly string[] {
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? on : Object.keys(on);
}

function isEmpty(permissions: Workflow['permissions']): boolean {
  return typeof permissions === 'object' && Object.keys(permissions).length === 0;
}

function isBash(script: string): boolean {
  return spawnSync('bash', ['-n'], { input: script }).status === 0;
}
