import type { Bundle } from '../bundle/bundle.ts';
import { type BundleDiagnostic, throwDiagnostics } from '../diagnostics/bundle-diagnostics.ts';
import { operationsOf } from './operations.ts';

/** A kind of problem, from an example of the contract. */
export interface Problem {
  code: string;
  status: number;
  title: string;
  bundle: Bundle;
  pointer: string[];
}

/** The problems of the contract by their codes, read off its examples. */
export type Catalogue = ReadonlyMap<string, Problem>;

/**
 * The catalogue of problems: which status and title belong to a code.
 *
 * @throws ContractError if two examples contradict each other.
 */
export async function readProblems(bundles: Bundle[]): Promise<Catalogue> {
  const examples = bundles.flatMap(problemExamples);
  const catalogue = new Map<string, Problem>();
  for (const example of examples) if (!catalogue.has(example.code)) catalogue.set(example.code, example);
  await throwDiagnostics(examples.flatMap((example) => contradiction(example, catalogue.get(example.code))));
  return catalogue;
}

function problemExamples(bundle: Bundle): Problem[] {
  return responses(bundle).flatMap(({ response, status, pointer }) => {
    const media = response.content?.['application/problem+json'];
    return Object.entries(media?.examples ?? {}).flatMap(([name, { value }]) =>
      isProblem(value)
        ? [
            {
              ...value,
              status,
              bundle,
              pointer: [...pointer, 'content', 'application/problem+json', 'examples', name],
            },
          ]
        : [],
    );
  });
}

function responses(bundle: Bundle) {
  return operationsOf(bundle).flatMap(({ path, method, responses: declared }) =>
    [...declared].map(([status, response]) => ({
      response,
      status: Number(status),
      pointer: ['paths', path, method, 'responses', status],
    })),
  );
}

function isProblem(value: unknown): value is { code: string; title: string } {
  const { code, title } = (value ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof title === 'string';
}

function contradiction(example: Problem, first: Problem | undefined): BundleDiagnostic[] {
  if (first === undefined || (example.status === first.status && example.title === first.title)) return [];
  return [
    {
      bundle: example.bundle,
      pointer: example.pointer,
      rule: 'problem-catalogue',
      message: `The problem ${example.code} has ${example.status} "${example.title}" here and ${first.status} "${first.title}" elsewhere.`,
      advice: 'Give one code one status and one title.',
    },
  ];
}
