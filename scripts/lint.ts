import { join } from 'node:path';
import {
  type BaseResolver,
  type Config,
  type Document,
  lintConfig,
  lintDocument,
  loadConfig,
  type NormalizedProblem,
  ResolveError,
  Source,
  YamlParseError,
} from '@redocly/openapi-core';
import type { Bundle } from './bundle.ts';
import { ContractError, type Diagnostic, firstLocation, fromProblem, unique } from './diagnostics.ts';
import { pointerSegments, sourceLocation } from './source-location.ts';

/** Reads the rule set from redocly.yaml and refuses one that has mistakes, which would switch rules off. */
export async function loadRules(workspace: string): Promise<Config> {
  const configPath = join(workspace, 'redocly.yaml');
  const config = await loadConfig({ configPath }).catch((error: unknown) => {
    throw unreadable(error, configPath);
  });
  refuse((await lintConfig({ config })).map((problem) => fromProblem(problem)));
  return config;
}

/** Reads a root document, or says where its YAML is broken. */
export async function readRoot(resolver: BaseResolver, file: string): Promise<Document> {
  const document = await resolver.resolveDocument(null, file, true).catch((error: unknown) => error);
  if (document instanceof Error) throw unreadable(document, file);
  const { parsed, source } = document as Document<{ openapi?: unknown } | null>;
  if (typeof parsed?.openapi !== 'string' || !parsed.openapi.startsWith('3.1.')) {
    const message = `An OpenAPI 3.1 document begins with its version, not with \`openapi: ${parsed?.openapi}\`.`;
    throw new ContractError([
      { file, line: 1, column: 1, rule: 'openapi-version', message, advice: 'Write `openapi: 3.1.0`.' },
    ]);
  }
  return { parsed, source };
}

/** Lints the hand-written files of one document. */
export async function lintSources(
  config: Config,
  document: Document,
  resolver: BaseResolver,
): Promise<Diagnostic[]> {
  const problems = await lintDocument({ document, config, externalRefResolver: resolver });
  return unique(withoutEchoes(problems).map((problem) => fromProblem(problem)));
}

/** Lints a bundle, where examples are inlined, and reports each problem where its source is written. */
export async function lintBundle(
  config: Config,
  resolver: BaseResolver,
  bundle: Bundle,
): Promise<Diagnostic[]> {
  const document = {
    source: new Source(bundle.file, bundle.yaml),
    parsed: JSON.parse(bundle.json) as unknown,
  };
  const problems = await lintDocument({ document, config, externalRefResolver: resolver });
  return unique(await Promise.all(problems.map((problem) => atSource(problem, bundle))));
}

/** Stops the pipeline if there is anything to report. */
export function refuse(diagnostics: Diagnostic[]): void {
  if (diagnostics.length > 0) throw new ContractError(diagnostics);
}

async function atSource(problem: NormalizedProblem, bundle: Bundle): Promise<Diagnostic> {
  const { pointer } = firstLocation(problem);
  const location = await sourceLocation(bundle.rootFile, pointerSegments(pointer ?? '#/'), bundle.files);
  return fromProblem(problem, location);
}

/** A file that cannot be parsed is reported again at every reference to it; the place of the mistake is enough. */
function withoutEchoes(problems: NormalizedProblem[]): NormalizedProblem[] {
  const parseErrors = problems.filter(({ message }) => message.startsWith('Failed to parse: '));
  const echoes = new Set(
    parseErrors.map(({ message }) => message.replace('Failed to parse: ', "Can't resolve $ref: ")),
  );
  return problems.filter(({ message }) => !echoes.has(message));
}

function unreadable(error: unknown, file: string): unknown {
  if (error instanceof YamlParseError) {
    const { line, col: column, message } = error;
    return new ContractError([
      { file, line, column, rule: 'yaml', message, advice: 'Correct the YAML at this place.' },
    ]);
  }
  if (error instanceof ResolveError) {
    const message = `The file cannot be read: ${error.message}`;
    return new ContractError([{ file, line: 1, column: 1, rule: 'file', message, advice: 'Add the file.' }]);
  }
  return error;
}
