import { join } from 'node:path';
import { readContract, readHistory, readTexts, SiteBuildError, siteFiles } from '@penstock/site/build';
import { type ContractSource, ContractSourceError } from './contract-source.ts';

/** The site as it was when it could be built last, and what is wrong with it now. */
export interface LiveSite {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Sentences with file and line; none if all is well. */
  readonly problems: readonly string[];
}

/** What happened to the site. */
export interface SiteEvents {
  /** It was built anew. */
  rebuilt(milliseconds: number): void;
  /** There are other problems than before; the last good site stays. */
  problemsChanged(problems: readonly string[]): void;
}

/**
 * Builds the site in memory, from the sources and without the generated files, whenever it is told to. Whoever tells it waits
 * until it is done.
 *
 * @param tryIt origins that Try-it may ask
 */
export async function liveSite(
  workspace: string,
  source: ContractSource,
  events: SiteEvents,
  tryIt: readonly string[],
) {
  // Finding out what changed takes longer than all the rest; a new changelog is a matter of `pnpm site`.
  const history = await readHistory();
  let files: ReadonlyMap<string, Buffer> = new Map();
  let problems: readonly string[] = [];
  let hasFailed = false;

  const setProblems = (next: readonly string[]) => {
    if (JSON.stringify(next) === JSON.stringify(problems)) return;
    problems = next;
    events.problemsChanged(problems);
  };

  async function judged(): Promise<readonly string[]> {
    try {
      return await source.lint();
    } catch (error) {
      // A source was broken after it had been built; the change that did it builds anew.
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
    // What the rules said stands until they have been asked again.
    if (hasFailed) setProblems([]);
    hasFailed = false;
    events.rebuilt(Math.round(performance.now() - start));
    // The rules take longer than the page does: it is shown first, and judged then.
    setProblems(await judged());
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
  // A contract that breaks the rules may break the program, too; the rules say what it is.
  return [
    `The site could not be built: ${(error as Error).message}. Run \`pnpm generate\`, which says more.`,
  ];
}
