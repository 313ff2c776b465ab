import { operations } from '@penstock/contract';
import { withoutValueAt, withValueAt } from '../json/pointer.ts';
import { type ApiRequest, type ApiResponse, type Session, waitMessage } from '../session.ts';
import type { Case, Expectation, Step } from './case.ts';
import { hasAtLeast, mismatchesOf, type UnwrappedResponse } from './expectation.ts';
import { nextCursorOf } from './next-cursor.ts';
import { MissingPart, SavedResponses } from './saved-responses.ts';

/**
 * Sends the steps of a case one after another. An unexpected response is a violation with the line of the step, and ends
 * the case, because later steps would only repeat it.
 */
export async function runCase({ steps }: Case, session: Session): Promise<void> {
  const saved = new SavedResponses(session.unique('case').replaceAll(' ', '-'));
  for (const step of steps) {
    const mismatches = await runStep(step, saved, session);
    for (const mismatch of mismatches) session.expect(false, `${step.at}: ${mismatch}`);
    if (mismatches.length > 0) return;
  }
}

/** Returns what is not as expected. */
async function runStep(step: Step, saved: SavedResponses, session: Session): Promise<string[]> {
  try {
    const unwrapped: UnwrappedResponse[] = [];
    for (let index = 1; index <= (step.times ?? 1); index += 1) {
      const request = await requestOf(step, saved, session, index);
      const response = await responseTo(step, request, saved, session);
      const expected = saved.resolve(step.expect ?? {}, index) as Expectation;
      const mismatches = [
        ...mismatchesOf(response, expected),
        ...missedGoal(saved.resolve(step.until), response),
      ];
      if (mismatches.length > 0) return mismatches;
      unwrapped.push(response);
    }
    if (step.save !== undefined) saved.save(step.save, asSaved(step, unwrapped));
    return [];
  } catch (error) {
    if (error instanceof MissingPart) return [error.message];
    throw error;
  }
}

async function requestOf(
  step: Step,
  saved: SavedResponses,
  session: Session,
  index: number,
): Promise<ApiRequest> {
  const { path, query, headers } = saved.resolve(
    {
      path: { ...tenantOf(step, session), ...step.path },
      query: step.query ?? {},
      headers: step.headers ?? {},
    },
    index,
  ) as Required<Pick<ApiRequest, 'path' | 'query' | 'headers'>>;
  const body = await bodyOf(step, saved, session, index);
  return {
    operationId: step.send,
    path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers,
    ...(step.as === undefined ? {} : { as: step.as }),
    ...(body === undefined ? {} : { body }),
    ...(step.text === undefined ? {} : { rawBody: step.text }),
  };
}

/** Returns the path parameters of the tenant that a step names; by default a session uses that of the caller. */
function tenantOf({ send, tenant }: Step, session: Session): Readonly<Record<string, string>> {
  return tenant === undefined ? {} : session.tenantOf(tenant, operations[send].surface);
}

async function bodyOf(step: Step, saved: SavedResponses, session: Session, index: number): Promise<unknown> {
  const initial =
    step.example === undefined
      ? saved.resolve(step.body, index)
      : await session.exampleBody(step.send, step.example);
  const without = (step.remove ?? []).reduce(withoutValueAt, initial);
  return Object.entries(step.set ?? {}).reduce(
    (body, [pointer, value]) => withValueAt(body, pointer, saved.resolve(value, index)),
    without,
  );
}

async function responseTo(
  step: Step,
  request: ApiRequest,
  saved: SavedResponses,
  session: Session,
): Promise<UnwrappedResponse> {
  if (step.pages === 'all') return allPages(step, request, session);
  if (step.until === undefined) return unwrapped(step, await session.send(request), session);
  const goal = saved.resolve(step.until);
  const { response, outcome } = await session.waitFor(request, {
    name: JSON.stringify(goal),
    isReached: (seen) => hasAtLeast(session.contentOf(seen), goal),
  });
  return { ...unwrapped(step, response, session), wait: outcome };
}

/** A list with more pages is considered endless. */
const MAX_PAGES = 10_000;

/** Reads all pages of a list as one. Stops at a list whose cursors are circular or endless. */
async function allPages(step: Step, request: ApiRequest, session: Session): Promise<UnwrappedResponse> {
  const items: unknown[] = [];
  const seen = new Set<unknown>();
  for (let query = request.query ?? {}; ; ) {
    const page = unwrapped(step, await session.send({ ...request, query }), session);
    if (page.response.status !== 200 || !Array.isArray(page.result)) return page;
    items.push(...page.result);
    const { nextCursor } = page;
    const hasNextPage = typeof nextCursor === 'string' && !seen.has(nextCursor) && seen.size < MAX_PAGES;
    if (!hasNextPage) {
      session.expect(
        typeof nextCursor !== 'string',
        `${step.at}: the cursors of the list never reach its end`,
      );
      return { ...page, result: items };
    }
    seen.add(nextCursor);
    query = { ...query, cursor: nextCursor };
  }
}

function unwrapped({ send }: Step, response: ApiResponse, session: Session): UnwrappedResponse {
  return {
    response,
    result: session.contentOf(response),
    nextCursor: nextCursorOf(operations[send].surface, response.body),
  };
}

function missedGoal(goal: unknown, { response, wait = 'reached' }: UnwrappedResponse): string[] {
  if (wait === 'reached' || response.status !== 200) return [];
  return [waitMessage(wait, `the result never contained ${JSON.stringify(goal)}`)];
}

/** A step that is sent several times is saved as the list of its results. */
function asSaved(step: Step, responses: readonly UnwrappedResponse[]) {
  const [first] = responses as [UnwrappedResponse];
  const result = step.times === undefined ? first.result : responses.map((one) => one.result);
  return { result, nextCursor: first.nextCursor, headers: first.response.headers };
}
