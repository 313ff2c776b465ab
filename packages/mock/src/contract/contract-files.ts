import { resolve } from 'node:path';
import type { OpenApiDocument } from '@penstock/contract/reader';
import type { NormalizedProblem } from '@redocly/openapi-core';
import { ContractError, type Diagnostic } from './contract-error.ts';

/** Documents that have all their references inside them. */
export interface ReadContract {
  readonly documents: readonly OpenApiDocument[];
  /** Every file that they were made from. */
  readonly files: ReadonlySet<string>;
  /** The time at which reading began, in milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * Reads OpenAPI documents and follows their references into other files, with Redocly's bundler, which also makes the
 * contract package. The bundler is loaded here, because the mock of the released contract does not need it.
 *
 * @throws ContractError (rejects) if a file is not OpenAPI or refers to something that does not exist.
 */
export async function readContractFiles(files: readonly string[]): Promise<ReadContract> {
  const readAt = Date.now();
  const readFile = await createFileReader();
  const read = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const documents: OpenApiDocument[] = [];
  for (const file of files.map((one) => resolve(one))) {
    const result = await readFile(file);
    for (const name of result.files) read.add(name);
    diagnostics.push(...result.diagnostics);
    if (result.document !== undefined) documents.push(result.document);
  }
  if (diagnostics.length > 0) throw new ContractError(diagnostics, read);
  return { documents, files: read, readAt };
}

interface ReadFile {
  readonly document?: OpenApiDocument;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: Iterable<string>;
}

async function createFileReader(): Promise<(file: string) => Promise<ReadFile>> {
  const redocly = await import('@redocly/openapi-core');
  // The rules of OpenAPI itself, and none of style.
  const config = await redocly.createConfig({ rules: { struct: 'error', 'no-unresolved-refs': 'error' } });

  function diagnosticsOf(problems: readonly NormalizedProblem[]): Diagnostic[] {
    return withoutRepetitions(problems).flatMap(({ message, location: [location] }) => {
      if (location === undefined) return [];
      const { start } = redocly.getLineColLocation(location);
      const { absoluteRef: file } = location.source;
      return [{ file, line: start.line, column: start.col, message: withoutLocation(message) }];
    });
  }

  return async (file) => {
    try {
      const ofLinter = diagnosticsOf(await redocly.lint({ ref: file, config }));
      const { bundle, problems, fileDependencies } = await redocly.bundle({ ref: file, config });
      return {
        // Redocly shares one object between references; a copy through JSON does not.
        document: JSON.parse(JSON.stringify(bundle.parsed)) as OpenApiDocument,
        diagnostics: ofLinter.length > 0 ? ofLinter : diagnosticsOf(problems),
        files: fileDependencies,
      };
    } catch (error) {
      const [line, column] = error instanceof redocly.YamlParseError ? [error.line, error.col] : [1, 1];
      const message = withoutLocation(firstLine(error));
      return { diagnostics: [{ file, line, column, message }], files: [file] };
    }
  };
}

/** Redocly reports a file that cannot be parsed once more at every reference to it. */
function withoutRepetitions(problems: readonly NormalizedProblem[]): NormalizedProblem[] {
  const unparsable = problems.filter(({ message }) => message.startsWith(PARSE_ERROR));
  const repetitions = new Set(
    unparsable.map(({ message }) => message.replace(PARSE_ERROR, "Can't resolve $ref: ")),
  );
  return problems.filter(({ message }) => !repetitions.has(message));
}

const PARSE_ERROR = 'Failed to parse: ';

/** The parser repeats file, line and column, which a diagnostic has in front of its message. */
function withoutLocation(message: string): string {
  return message.replace(/ in "[^"]*" \(\d+:\d+\)/, '').trim();
}

function firstLine(error: unknown): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return reason.endsWith('.') ? reason : `${reason}.`;
}
