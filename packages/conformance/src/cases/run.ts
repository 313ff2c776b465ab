import { operations } from '@penstock/contract';
import { withoutValueAt, withValueAt } from '../json/pointer.ts';
import type { Answer, ApiRequest, Session } from '../session.ts';
import type { Case, Expectation, Step } from './case.ts';
import { differencesOf, hasAtLeast, type OpenedAnswer } from './expectation.ts';
import { nextCursorOf } from './next-cursor.ts';
import { MissingPart, SavedAnswers } from './saved-answers.ts';

/**
 * Sends the steps of a case one after another. What is not as expected is a finding with the line of the step; later steps
 * would only repeat it, so that it ends the case.
 */
export async function runCase({ steps }: Case, session: Session): Promise<void> {
  const saved = new SavedAnswers(session.unique('case').replaceAll(' ', '-'));
  for (const step of steps) {
    const differences = await runStep(step, saved, session);
    for (const difference of differences) session.expect(false, `${step.at}: ${difference}`);
    if (differences.length > 0) return;
  }
}

/** What is not as expected. */
async function runStep(step: Step, saved: SavedAnswers, session: Session): Promise<string[]> {
  try {
    const opened: OpenedAnswer[] = [];
    for (let index = 1; index <= (step.times ?? 1); index += 1) {
      const request = await requestOf(step, saved, session, index);
      const answered = await answerTo(step, request, saved, session);
      const expected = saved.resolve(step.expect ?? {}, index) as Expectation;
      const differences = [
        ...differencesOf(answered, expected),
        ...unreached(step, saved.resolve(step.until), answered),
      ];
      if (differences.length > 0) return differences;
      opened.push(answered);
    }
    if (step.save !== undefined) saved.save(step.save, asSaved(step, opened));
    return [];
  } catch (error) {
    if (error instanceof MissingPart) return [error.message];
    throw error;
  }
}

async function requestOf(
  step: Step,
  saved: SavedAnswers,
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

/** The path parameters of the tenant that a step names; a session fills in those of who sends it. */
function tenantOf({ send, tenant }: Step, session: Session): Readonly<Record<string, string>> {
  return tenant === undefined ? {} : session.tenantOf(tenant, operations[send].surface);
}

async function bodyOf(step: Step, saved: SavedAnswers, session: Session, index: number): Promise<unknown> {
  const begun =
    step.example === undefined
      ? saved.resolve(step.body, index)
      : await session.exampleBody(step.send, step.example);
  const without = (step.remove ?? []).reduce(withoutValueAt, begun);
  return Object.entries(step.set ?? {}).reduce(
    (body, [pointer, value]) => withValueAt(body, pointer, saved.resolve(value, index)),
    without,
  );
}

async function answerTo(
  step: Step,
  request: ApiRequest,
  saved: SavedAnswers,
  session: Session,
): Promise<OpenedAnswer> {
  if (step.pages === 'all') return allPages(step, request, session);
  if (step.until === undefined) return opened(step, await session.send(request), session);
  const wanted = saved.resolve(step.until);
  const answer = await session.until(request, (seen) => hasAtLeast(session.contentOf(seen), wanted));
  return opened(step, answer, session);
}

/** After so many pages a list is taken for one that never ends. */
const MOST_PAGES = 10_000;

/** All pages of a list as one. A list whose cursors lead in a circle, or on for ever, is left there. */
async function allPages(step: Step, request: ApiRequest, session: Session): Promise<OpenedAnswer> {
  const items: unknown[] = [];
  const seen = new Set<unknown>();
  for (let query = request.query ?? {}; ; ) {
    const page = opened(step, await session.send({ ...request, query }), session);
    if (page.answer.status !== 200 || !Array.isArray(page.result)) return page;
    items.push(...page.result);
    const { nextCursor } = page;
    const leadsOn = typeof nextCursor === 'string' && !seen.has(nextCursor) && seen.size < MOST_PAGES;
    if (!leadsOn) {
      session.expect(
        typeof nextCursor !== 'string',
        `${step.at}: the cursors of the list do not lead to its end`,
      );
      return { ...page, result: items };
    }
    seen.add(nextCursor);
    query = { ...query, cursor: nextCursor };
  }
}

function opened({ send }: Step, answer: Answer, session: Session): OpenedAnswer {
  return {
    answer,
    result: session.contentOf(answer),
    nextCursor: nextCursorOf(operations[send].surface, answer.body),
  };
}

function unreached(step: Step, wanted: unknown, { answer, result }: OpenedAnswer): string[] {
  if (step.until === undefined || answer.status !== 200 || hasAtLeast(result, wanted)) return [];
  return [`the result never had ${JSON.stringify(wanted)}`];
}

/** A step that is sent several times is saved as the list of its results. */
function asSaved(step: Step, answers: readonly OpenedAnswer[]) {
  const [first] = answers as [OpenedAnswer];
  const result = step.times === undefined ? first.result : answers.map((one) => one.result);
  return { result, nextCursor: first.nextCursor, headers: first.answer.headers };
}
