import { setTimeout as wait } from 'node:timers/promises';
import { type OperationId, operations } from '@penstock/contract';
import { readJson } from '@penstock/contract/requests';
import { capabilityOf } from '../capability.ts';
import { describedOperation } from '../described-operation.ts';
import { faultsOf } from '../judge/judge.ts';
import { kindMadeBy, kindNamedBy, type ResourceKind } from '../resource-kind.ts';
import type { Answer, ApiRequest, KnownCaller, Made, Session } from '../session.ts';
import { NoAnswerError, type RawAnswer } from '../target/target.ts';
import { Belongings } from './belongings.ts';
import { exampleBody } from './example-body.ts';
import { curlLine } from './repeatable.ts';
import { type Prepared, prepared } from './requests.ts';
import type { Finding } from './verdict.ts';
import type { Workplace } from './workplace.ts';

/** How much of an answer a finding shows. */
const SHOWN_CHARACTERS = 600;
const MOST_REPEATS = 10;
const FIRST_LOOK_MS = 50;
const LONGEST_LOOK_MS = 1000;
/** "Transient: all others." (D-28) */
const STEADY_STATES = ['Running', 'Degraded', 'Stopped', 'Paused', 'Completed', 'Failed'];

/** Ends a check that cannot go on. What was found until then counts. */
export class EndOfCheck extends Error {
  override name = 'EndOfCheck';
}

/** What one check has in hand. */
export class CheckSession implements Session {
  readonly findings: Finding[] = [];
  /** What this check has made, deleted when it has ended. */
  readonly belongings = new Belongings();
  readonly #workplace: Workplace;
  #last: { readonly prepared: Prepared; readonly answer: RawAnswer } | undefined;

  constructor(workplace: Workplace) {
    this.#workplace = workplace;
  }

  async send(request: ApiRequest): Promise<Answer> {
    const ready = this.#prepared(request);
    const raw = await this.#exchange(request, ready);
    const answer = { ...raw, body: parsed(raw) };
    this.#last = { prepared: ready, answer };
    this.#judge(request, answer);
    this.#keepBooks(request, answer);
    return answer;
  }

  expect(condition: boolean, finding: string): void {
    if (condition) return;
    const { target, secrets } = this.#workplace;
    const masked = (text: string) => secrets.masked(text);
    const last = this.#last;
    this.findings.push({
      message: masked(finding),
      ...(last === undefined
        ? {}
        : {
            request: masked(curlLine(target.baseUrl, last.prepared.outgoing, last.prepared.shownCredential)),
            answer: {
              status: last.answer.status,
              body: masked(last.answer.text).slice(0, SHOWN_CHARACTERS),
            },
          }),
    });
  }

  skip(reason: string): never {
    throw new EndOfCheck(reason);
  }

  contentOf({ body }: Answer): Answer['body'] {
    return body?.result ?? body?.data;
  }

  exampleBody(operationId: OperationId, example?: string): Promise<Answer['body']> {
    return exampleBody(operationId, example, {
      unique: (text) => this.unique(text),
      secret: () => this.secret(),
      idOf: async (kind) => (await this.#shared(kind, kind.parameter)).id,
    });
  }

  async make(creation: OperationId, body?: unknown, as: KnownCaller = 'admin'): Promise<Made> {
    const kind = kindMadeBy(creation);
    if (kind === undefined) throw new Error(`${creation} makes nothing that could be deleted.`);
    const made = await this.#make(kind, body, as);
    this.belongings.add({ kind, id: made.id, owner: as });
    return made;
  }

  async ownPath(operationId: OperationId): Promise<Record<string, string>> {
    const kind = kindNamedBy(operationId);
    if (kind === undefined) return {};
    if (this.#workplace.readOnly) return { [kind.parameter]: await this.#idOfListed(kind) };
    return { [kind.parameter]: (await this.make(kind.create)).id };
  }

  async sharedPath(operationId: OperationId): Promise<Record<string, string>> {
    const kind = kindNamedBy(operationId);
    if (kind === undefined) return {};
    if (this.#workplace.readOnly) return { [kind.parameter]: await this.#idOfListed(kind) };
    return { [kind.parameter]: (await this.#shared(kind, operationId)).id };
  }

  unique(text: string): string {
    return `${text} ${this.#workplace.secrets.run}-${this.#workplace.count()}`;
  }

  secret(): string {
    return this.#workplace.secrets.plant();
  }

  tenantOf(caller: KnownCaller, surface: 'management' | 'observability'): Readonly<Record<string, string>> {
    return this.#workplace.callers[surface][caller]?.tenant ?? {};
  }

  async until(request: ApiRequest, condition: (answer: Answer) => boolean): Promise<Answer> {
    const end = performance.now() + this.#workplace.patienceMs;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LONGEST_LOOK_MS)) {
      const answer = await this.send(request);
      if (condition(answer) || performance.now() > end) return answer;
      await wait(pause, undefined, { signal: this.#workplace.stop });
    }
  }

  #prepared(request: ApiRequest): Prepared {
    try {
      return prepared(request, this.#workplace.callers);
    } catch (error) {
      if (error instanceof NoAnswerError) this.expect(false, error.message);
      throw error;
    }
  }

  /** Sends, and sends again after the pause that a 429 asks for. */
  async #exchange(request: ApiRequest, ready: Prepared): Promise<RawAnswer> {
    const { target, pace, stop } = this.#workplace;
    const { outgoing } = ready;
    const credential = outgoing.headers.authorization ?? '';
    for (let repeats = 0; ; repeats += 1) {
      if (request.takesRateLimit !== true) await pace.mayGo(credential, stop);
      stop.throwIfAborted();
      const answer = await target.send(outgoing).catch((error) => this.#unanswered(request, ready, error));
      const isWorthWaiting = pace.heed(credential, answer);
      if (answer.status !== 429 || request.takesRateLimit === true) return answer;
      if (!isWorthWaiting || repeats === MOST_REPEATS) throw this.#found(ready, neverLetIn(answer));
    }
  }

  #unanswered({ operationId, body }: ApiRequest, ready: Prepared, error: unknown): never {
    if (!(error instanceof NoAnswerError)) throw error;
    if (kindMadeBy(operationId) !== undefined) this.#workplace.belongings.addUncertain(operationId, body);
    throw this.#found(ready, error);
  }

  #found({ outgoing, shownCredential }: Prepared, error: NoAnswerError): NoAnswerError {
    const { target, secrets } = this.#workplace;
    this.findings.push({
      message: error.message,
      request: secrets.masked(curlLine(target.baseUrl, outgoing, shownCredential)),
    });
    return error;
  }

  #judge({ operationId }: ApiRequest, answer: Answer): void {
    for (const fault of faultsOf(describedOperation(operationId), answer)) this.expect(false, fault);
    const shown = [answer.text, ...answer.headers.values()].join('\n');
    for (const fault of this.#workplace.secrets.shownBy(shown)) this.expect(false, fault);
    const id = answer.headers.get('x-request-id');
    this.expect(
      id === null || !this.#workplace.isKnownRequest(id),
      'X-Request-Id must be new for every request, and another answer had this one.',
    );
  }

  /** What was covered, what was made, what is gone. */
  #keepBooks(request: ApiRequest, answer: Answer): void {
    const { operationId, as = 'admin' } = request;
    this.#workplace.coverage.record(operationId, answer.status, parametersOf(request));
    if (answer.status !== 200 || request.method !== undefined) return;
    const made = kindMadeBy(operationId);
    if (made !== undefined) {
      const id = this.contentOf(answer)?.id;
      // Whoever was let in although nothing was shown did it in the tenant of the admin.
      const owner = as === 'stranger' ? 'stranger' : 'admin';
      if (isId(id)) this.belongings.add({ kind: made, id, owner });
      else
        this.expect(
          false,
          'What was made has no id that could stand in a path, so that it can never be deleted.',
        );
    }
    const named = kindNamedBy(operationId);
    if (named?.remove === operationId) this.belongings.forget(named, request.path?.[named.parameter] ?? '');
  }

  /** Made once for a purpose, and kept until the run ends. */
  async #shared(kind: ResourceKind, purpose: string): Promise<Made> {
    const { shared, belongings, without } = this.#workplace;
    const capability = capabilityOf(operations[kind.create]);
    if (without.has(capability)) this.skip(`It needs ${capability}.`);
    const key = `${kind.create} for ${purpose}`;
    const making = shared.get(key) ?? this.#makeShared(kind);
    shared.set(key, making);
    const made = await making;
    belongings.add({ kind, id: made.id, owner: 'admin' });
    return made;
  }

  async #makeShared(kind: ResourceKind): Promise<Made> {
    const made = await this.#make(kind, undefined, 'admin');
    // The run keeps it, and not this check.
    this.belongings.forget(kind, made.id);
    if (kind.parameter === 'pipeId')
      await this.until({ operationId: kind.get, path: { pipeId: made.id } }, (answer) =>
        STEADY_STATES.includes(this.contentOf(answer)?.state),
      );
    return made;
  }

  async #make(kind: ResourceKind, body: unknown, as: KnownCaller): Promise<Made> {
    const sent = body ?? (await this.exampleBody(kind.create));
    const answer = await this.send({ operationId: kind.create, body: sent, as });
    const id = this.contentOf(answer)?.id;
    if (answer.status === 200 && isId(id)) return { id, sent, answer };
    this.expect(false, `${kind.create} must take this body, and answered ${answer.status}.`);
    throw new EndOfCheck(`${kind.create} does not make what this needs.`);
  }

  /** In a run that only reads, something that is there. */
  async #idOfListed(kind: ResourceKind): Promise<string> {
    const answer = await this.send({ operationId: kind.list });
    const id = this.contentOf(answer)?.[0]?.id;
    return isId(id) ? id : this.skip(`${kind.list} shows nothing that could be looked at.`);
  }
}

/** Every kind of id of the contract has this form. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

function neverLetIn({ headers }: RawAnswer): NoAnswerError {
  const pause = headers.get('retry-after') ?? 'none';
  return new NoAnswerError(
    `The server goes on refusing with 429, Retry-After is ${pause}. Give the credential a higher rate limit.`,
  );
}

/** What goes deeper than any body of the contract can break who walks through it. */
function parsed({ text }: RawAnswer): Answer['body'] {
  if ('malformed' in readJson(Buffer.from(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Those that were sent on purpose; what a path needs is always there. */
function parametersOf({ path, query, headers, about = [] }: ApiRequest): string[] {
  return [
    ...Object.keys(path ?? {}).map((name) => `path ${name}`),
    ...Object.keys(query ?? {}).map((name) => `query ${name}`),
    ...Object.keys(headers ?? {}).map((name) => `header ${name.toLowerCase()}`),
    ...about,
  ];
}
