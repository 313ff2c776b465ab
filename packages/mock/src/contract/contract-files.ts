import { resolve } from 'node:path';
import type { OpenApiDocument } from '@penstock/contract/documents';
import type { Config, Document, NormalizedProblem } from '@redocly/openapi-core';
import { type ContractMistake, ContractMistakes } from './contract-mistakes.ts';

/** Documents with everything that they refer to inside them. */
export interface ReadContract {
  readonly documents: readonly OpenApiDocument[];
  /** Every file that they were made from. */
  readonly files: ReadonlySet<string>;
}

/**
 * Reads OpenAPI documents and follows their references into other files, by the bundler that makes the contract package
 * too (Redocly's). It is loaded with the first file: the mock of the released contract does without.
 *
 * @throws ContractMistakes if they are no OpenAPI, or refer to what is not there.
 */
export async function readContractFiles(files: readonly string[]): Promise<ReadContract> {
  const reader = await createReader();
  const read = new Set<string>();
  const mistakes: ContractMistake[] = [];
  const documents: OpenApiDocument[] = [];
  for (const file of files.map((one) => resolve(one))) {
    const one = await reader(file);
    for (const name of one.files) read.add(name);
    mistakes.push(...one.mistakes);
    if (one.document !== undefined) documents.push(one.document);
  }
  if (mistakes.length > 0) throw new ContractMistakes(mistakes, read);
  return { documents, files: read };
}

interface ReadFile {
  readonly document?: OpenApiDocument;
  readonly mistakes: readonly ContractMistake[];
  readonly files: Iterable<string>;
}

async function createReader(): Promise<(file: string) => Promise<ReadFile>> {
  const redocly = await import('@redocly/openapi-core');
  const { BaseResolver, bundle, createConfig, getLineColLocation, lintDocument, YamlParseError } = redocly;
  // What OpenAPI itself wants, no matter of style.
  const config = await createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } });

  function mistakeOf({ message, location: [location] }: NormalizedProblem): ContractMistake[] {
    if (location === undefined) return [];
    const { start } = getLineColLocation(location);
    return [
      { file: location.source.absoluteRef, line: start.line, column: start.col, message: message.trim() },
    ];
  }

  /** Redocly rewrites the references of parsed files in place: a resolver for each look at them. */
  async function look(
    file: string,
    judge: (document: Document, config: Config, resolver: Resolver) => Promise<ReadFile>,
  ) {
    const resolver = new BaseResolver();
    const document = await resolver.resolveDocument(null, file, true);
    if (document instanceof Error) throw document;
    return judge(document, config, resolver);
  }
  type Resolver = InstanceType<typeof BaseResolver>;

  return async (file) => {
    try {
      const linted = await look(file, async (document, _config, externalRefResolver) => {
        const problems = await lintDocument({ document, config, externalRefResolver });
        return { mistakes: withoutEchoes(problems).flatMap(mistakeOf), files: [file] };
      });
      const bundled = await look(file, async (doc, _config, externalRefResolver) => {
        const {
          problems,
          fileDependencies,
          bundle: result,
        } = await bundle({ doc, config, externalRefResolver });
        // Nodes that two references share are one object in Redocly's result.
        const document = JSON.parse(JSON.stringify(result.parsed)) as OpenApiDocument;
        return { document, mistakes: withoutEchoes(problems).flatMap(mistakeOf), files: fileDependencies };
      });
      const mistakes = linted.mistakes.length > 0 ? linted.mistakes : bundled.mistakes;
      return { ...bundled, mistakes };
    } catch (error) {
      const [line, column] = error instanceof YamlParseError ? [error.line, error.col] : [1, 1];
      return { mistakes: [{ file, line, column, message: sentenceOf(error) }], files: [file] };
    }
  };
}

/** A file that cannot be parsed is reported again at every reference to it; the place of the mistake is enough. */
function withoutEchoes(problems: readonly NormalizedProblem[]): NormalizedProblem[] {
  const broken = problems.filter(({ message }) => message.startsWith(BROKEN));
  const echoes = new Set(broken.map(({ message }) => message.replace(BROKEN, "Can't resolve $ref: ")));
  return problems.filter(({ message }) => !echoes.has(message));
}

const BROKEN = 'Failed to parse: ';

function sentenceOf(error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return reason.endsWith('.') ? reason : `${reason}.`;
}
