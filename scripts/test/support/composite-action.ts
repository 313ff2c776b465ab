import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';
import { ROOT } from './workflow-rules.ts';

/*
 * Runs action.yml as a runner of GitHub does: evaluates its expressions with GitHub's own library, and its scripts with the bash
 * and the options that a runner uses.
 */

interface ActionStep {
  readonly id: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly ActionStep[] };
}

interface StepResult {
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly outputs: Readonly<Record<string, string>>;
}

interface ActionRun {
  readonly succeeded: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  /** The output of the job: everything that the scripts printed. */
  readonly log: string;
  readonly summary: string;
}

/** Steps that do the same in every run; they run once. */
const SAME_IN_EVERY_RUN = new Map<string, StepResult | undefined>([['install', undefined]]);

/** Runs the action in the folder of a repository that uses it. */
export function runAction(folder: string, inputs: Readonly<Record<string, string>>): ActionRun {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const given = { ...Object.fromEntries(defaults), ...inputs };
  const files = join(folder, '.runner');
  mkdirSync(files);
  const steps: Record<string, StepResult> = {};
  const contexts = () => ({ inputs: given, steps, github: { action_path: ROOT } });
  let log = '';
  for (const step of action.runs.steps) {
    if (!isDue(step, contexts())) {
      steps[step.id] = { outcome: 'skipped', outputs: {} };
      continue;
    }
    const previous = SAME_IN_EVERY_RUN.get(step.id);
    if (previous !== undefined) {
      steps[step.id] = previous;
      continue;
    }
    const outputFile = join(files, step.id);
    const environment = Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      filled(value, contexts()),
    ]);
    const { status, stdout } = spawnSync(
      'bash',
      // A runner reads both streams as one.
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', `exec 2>&1\n${step.run}`],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          npm_config_offline: 'true', // what installs the action is here already
          RUNNER_OS: 'Linux',
          GITHUB_OUTPUT: outputFile,
          GITHUB_STEP_SUMMARY: join(files, 'summary'),
          ...Object.fromEntries(environment),
        },
      },
    );
    log += stdout;
    const result: StepResult = {
      outcome: status === 0 ? 'success' : 'failure',
      outputs: pairs(written(outputFile)),
    };
    steps[step.id] = result;
    if (SAME_IN_EVERY_RUN.has(step.id)) SAME_IN_EVERY_RUN.set(step.id, result);
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    filled(value, contexts()),
  ]);
  return {
    succeeded: Object.values(steps).every(({ outcome }) => outcome !== 'failure'),
    outputs: Object.fromEntries(outputs),
    log,
    summary: written(join(files, 'summary')),
  };
}

type Contexts = Readonly<Record<string, unknown>> & { readonly steps: Readonly<Record<string, StepResult>> };

/** A step that asks for no status is left out after a failure. */
function isDue({ if: condition = 'success()' }: ActionStep, contexts: Contexts): boolean {
  const asksForStatus = /\b(success|failure|cancelled|always)\(\)/.test(condition);
  const bare = condition.replace(/^\$\{\{(.*)\}\}$/, '$1');
  return evaluate(asksForStatus ? bare : `success() && (${bare})`, contexts) === 'true';
}

function filled(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, contexts));
}

function evaluate(expression: string, contexts: Contexts): string {
  const hasFailed = Object.values(contexts.steps).some(({ outcome }) => outcome === 'failure');
  const functions = [
    status('success', () => !hasFailed),
    status('failure', () => hasFailed),
    status('cancelled', () => false),
  ];
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const known = new Map(functions.map((definition) => [definition.name, definition]));
  return new Evaluator(parsed, dictionary(contexts), known).evaluate().coerceString();
}

function status(name: string, isMet: () => boolean) {
  return { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(isMet()) };
}

function dictionary(values: object): data.Dictionary {
  const entries = Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'object' ? dictionary(value as object) : new data.StringData(String(value)),
  }));
  return new data.Dictionary(...entries);
}

function pairs(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

function written(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
