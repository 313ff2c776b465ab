import { join } from 'node:path';
import {
  BaseResolver,
  type Config,
  type Document,
  type LocationObject,
  lintConfig,
  lintDocument,
  loadConfig,
  type NormalizedProblem,
  ResolveError,
  Source,
  YamlParseError,
} from '@redocly/openapi-core';
import { EXCEPTIONS } from '../../../openapi/lint/exceptions.ts';
import { rules } from '../../../openapi/lint/rules.ts';
import type { Bundle } from '../bundle/bundle.ts';
import {
  ContractError,
  type Diagnostic,
  firstLocation,
  fromProblem,
  unique,
} from '../diagnostics/diagnostics.ts';
import { pointerSegments, sourceLocation } from '../diagnostics/source-location.ts';
import { SURFACES, type Surface } from '../surfaces.ts';
import { Exceptions } from './exceptions.ts';

/** The rules that the contract is checked by. */
export interface RuleSet {
  config: Config;
  exceptions: Exceptions;
}

/** Rules of ours that have nothing to judge in a bundle. */
const SOURCES_ONLY = rules.filter(({ judges }) => judges === 'sources').map(({ id }) => `penstock/${id}`);

/** Reads the rule set from redocly.yaml. Throws if it has errors, which would disable rules. */
export async function loadRules(workspace: string): Promise<RuleSet> {
  const configPath = join(workspace, 'redocly.yaml');
  const config = await loadConfig({ configPath }).catch((error: unknown) => {
    throw unreadable(error, configPath);
  });
  throwIfAny((await lintConfig({ config })).map((problem) => fromProblem(problem)));
  throwIfAny(switchedOff(config, configPath));
  const exceptions = new Exceptions(config, workspace);
  throwIfAny(exceptions.malformed());
  return { config, exceptions };
}

/** Rules of the style that are disabled for a surface, which would go unnoticed. */
function switchedOff(config: Config, file: string): Diagnostic[] {
  const off = rules.filter(({ id }) =>
    SURFACES.some((surface) => {
      const settings = config.forAlias(surface).getRuleSettings(`penstock/${id}`, 'oas3_1');
      return settings.severity !== 'error';
    }),
  );
  return off.map(({ id }) => ({
    file,
    line: 1,
    column: 1,
    rule: `penstock/${id}`,
    message: 'This rule of the style is not an error for every document.',
    advice:
      'Remove the setting that disables it and keep `penstock/style` under `extends`; exceptions.yaml has the exceptions for single locations.',
  }));
}

/** Reads a root document. Throws the location if its YAML is broken. */
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

/** Rules that validate examples. A bundle contains all examples, so linting both would do this work twice. */
export const EXAMPLE_RULES = [
  'no-invalid-media-type-examples',
  'no-invalid-parameter-examples',
  'no-invalid-schema-examples',
];

/** Lints the hand-written files of one document; not by the rules `skipped`. */
export async function lintSources(
  ruleSet: RuleSet,
  surface: Surface,
  document: Document,
  resolver: BaseResolver,
  skipped: string[] = [],
): Promise<Diagnostic[]> {
  const config = configWithout([EXCEPTIONS, ...skipped], ruleSet, surface);
  const problems = await lintDocument({ document, config, externalRefResolver: resolver });
  const remaining = withoutEchoes(problems).filter((problem) => !ruleSet.exceptions.excuse(problem));
  return unique(remaining.map((problem) => fromProblem(problem)));
}

/** Lints a bundle, where examples are inlined, and reports each problem where its source is written. */
export async function lintBundle(ruleSet: RuleSet, bundle: Bundle): Promise<Diagnostic[]> {
  const config = configWithout([EXCEPTIONS, ...SOURCES_ONLY], ruleSet, bundle.surface);
  const document = {
    source: new Source(bundle.file, bundle.yaml),
    parsed: JSON.parse(bundle.json) as unknown,
  };
  const problems = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
  const diagnostics = problems.map(async (problem) => {
    const location = await sourceOf(problem, bundle);
    return ruleSet.exceptions.excuse(problem, location) ? [] : [fromProblem(problem, location)];
  });
  return unique((await Promise.all(diagnostics)).flat());
}

/** Stops the pipeline if there is anything to report. */
export function throwIfAny(diagnostics: Diagnostic[]): void {
  if (diagnostics.length > 0) throw new ContractError(diagnostics);
}

async function sourceOf(problem: NormalizedProblem, bundle: Bundle): Promise<LocationObject> {
  const { pointer } = firstLocation(problem);
  return sourceLocation(bundle.rootFile, pointerSegments(pointer ?? '#/'), bundle.files);
}

/**
 * The rules of a surface but for some. Without its exceptions the plugin reports every violation, so that the pipeline knows
 * which exceptions match; excused violations are removed here.
 */
function configWithout(ids: string[], { config }: RuleSet, surface: Surface): Config {
  const configOfSurface = config.forAlias(surface);
  configOfSurface.skipRules(ids);
  return configOfSurface;
}

/** A file that cannot be parsed is reported again at every reference to it; the location of the error is enough. */
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
    return new ContractError([{ file, line, column, rule: 'yaml', message, advice: 'Correct the YAML.' }]);
  }
  if (error instanceof ResolveError) {
    const message = `The file cannot be read: ${error.message}`;
    return new ContractError([{ file, line: 1, column: 1, rule: 'file', message, advice: 'Add the file.' }]);
  }
  return error;
}
