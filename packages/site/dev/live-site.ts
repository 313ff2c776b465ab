import { join } from 'node:path';
import { readContract, readHistory, readTexts, SiteBuildError, siteFiles } from '@penstock/site/build';
import { type ContractSource, ContractSourceError } from './contract-source.ts';

/** The last successful build of the site, and the current errors. */
export interface LiveSite {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Sentences with file and line; empty without errors. */
  readonly problems: readonly string[];
}

/** Receives the events of the site. */
export interface SiteEvents {
  /** The site was rebuilt. */
  rebuilt(milliseconds: number): void;
  /** The errors have changed. The last successful build is kept. */
  problemsChanged(problems: readonly string[]): void;
}

/**
 * Builds the site in memory, from the sources and without the generated files, on each call of `rebuild`.
 *
 * @param tryIt additional origins that Try-it can send requests to
 */
export async function liveSite(
  workspace: string,
  source: ContractSource,
  events: SiteEvents,
  tryIt: readonly string[],
) {
  // Read once, because comparing the contract takes longer than the build. `pnpm site` updates the changelog.
  const history = await readHistory();
  let files: ReadonlyMap<string, Buffer> = new Map();
  let problems: readonly string[] = [];
  let hasFailed = false;

  const setProblems = (next: readonly string[]) => {
    if (JSON.stringify(next) === JSON.stringify(problems)) return;
    problems = next;
    events.problemsChanged(problems);
  };

  async function lintProblems(): Promise<readonly string[]> {
    try {
      return await source.lint();
    } catch (error) {
      // A source was changed after the build. That change starts another build.
      return sentencesOf(error);
    }
  }

  async function rebuild(): Promise<void> {
    const start = performance.now();
    try {
      const [bundles, texts] = await Promise.all([source.bundles(), readTexts(join(workspace, 'openapi'))]);
      const built = await siteFiles(readContract(bundles, texts), history, tryIt);
      files = new Map(built.map(({ path, content }) => [path, content]));
    } catch (error) {
      hasFailed = true;
      setProblems(sentencesOf(error));
      return;
    }
    // Lint errors are kept until the next lint run.
    if (hasFailed) setProblems([]);
    hasFailed = false;
    events.rebuilt(Math.round(performance.now() - start));
    // Linting takes longer than building, so the page is reloaded first.
    setProblems(await lintProblems());
  }

  return {
    rebuild,
    get files() {
      return files;
    },
    get problems() {
      return problems;
    },
  };
}

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ContractSourceError) return error.problems;
  if (error instanceof SiteBuildError) return [error.message];
  // An invalid contract can break the build; the lint rules explain it.
  return [`The site could not be built: ${(error as Error).message}. Run \`pnpm generate\` for details.`];
}
