import { resolve } from 'node:path';
import type { OpenApiDocument } from '@penstock/contract/documents';
import type { NormalizedProblem } from '@redocly/openapi-core';
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
  // What OpenAPI itself wants, no matter of style.
  const config = await redocly.createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } });

  function mistakesOf(problems: readonly NormalizedProblem[]): ContractMistake[] {
    return withoutEchoes(problems).flatMap(({ message, location: [location] }) => {
      if (location === undefined) return [];
      const { start } = redocly.getLineColLocation(location);
      const { absoluteRef: file } = location.source;
      return [{ file, line: start.line, column: start.col, message: withoutPlace(message) }];
    });
  }

  return async (file) => {
    try {
      const wrong = mistakesOf(await redocly.lint({ ref: file, config }));
      const { bundle, problems, fileDependencies } = await redocly.bundle({ ref: file, config });
      return {
        // Nodes that two references share are one object in Redocly's result.
        document: JSON.parse(JSON.stringify(bundle.parsed)) as OpenApiDocument,
        mistakes: wrong.length > 0 ? wrong : mistakesOf(problems),
        files: fileDependencies,
      };
    } catch (error) {
      const [line, column] = error instanceof redocly.YamlParseError ? [error.line, error.col] : [1, 1];
      return { mistakes: [{ file, line, column, message: withoutPlace(sentenceOf(error)) }], files: [file] };
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

/** Redocly's parser repeats the place, which stands before the message. */
function withoutPlace(message: string): string {
  return message.replace(/ in "[^"]*" \(\d+:\d+\)/, '').trim();
}

function sentenceOf(error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return reason.endsWith('.') ? reason : `${reason}.`;
}
