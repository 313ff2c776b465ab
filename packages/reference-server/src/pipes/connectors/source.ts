import type { PipeSecrets } from '@penstock/engine';
import type { ErrorEntry } from '@penstock/server';
import { mergePatch } from '../merge-patch.ts';

/** A source and its secrets. */
export interface SourcePlan<Source> {
  readonly source: Source;
  readonly secrets: PipeSecrets;
}

/** The rules of one kind of source. Each kind has its own file that exports one of these. */
export interface SourceRules<Create, Update, Source> {
  /** Returns the source of a new pipe with defaults, and its secrets separately. */
  define(body: Create, pipeId: string): SourcePlan<Source>;
  /** Merges a sparse update (D-23). */
  change(plan: SourcePlan<Source>, body: Update): SourcePlan<Source>;
  /** Returns the errors of the result; pointers are relative to the source. */
  check(plan: SourcePlan<Source>): ErrorEntry[];
}

const SECRETS = ['credentials', 'accessKey', 'clientCertificate', 'connectionString'] as const;

type SecretName = (typeof SECRETS)[number];

/** Separates the secrets of a body from what responses contain. */
export function splitSecrets<Body extends { readonly [Name in SecretName]?: unknown }>(
  body: Body,
): { visible: Omit<Body, SecretName>; secrets: Pick<Body, SecretName & keyof Body> } {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  const isSecret = ([name]: [string, unknown]) => SECRETS.includes(name as SecretName);
  return {
    visible: Object.fromEntries(entries.filter((entry) => !isSecret(entry))) as Omit<Body, SecretName>,
    secrets: Object.fromEntries(entries.filter(isSecret)) as Pick<Body, SecretName & keyof Body>,
  };
}

/** Merges a change into a source and its secrets. */
export function changeSource<Source extends object>(
  { source, secrets }: SourcePlan<Source>,
  change: object,
): SourcePlan<Source> {
  const parts = splitSecrets(change);
  return { source: mergePatch(source, parts.visible), secrets: mergePatch(secrets, parts.secrets) };
}
