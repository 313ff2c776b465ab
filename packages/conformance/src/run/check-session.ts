import { type OperationId, operations, type Resource } from '@penstock/contract';
import { readJson } from '@penstock/contract/requests';
import { groupOf, isOptional } from '../capability.ts';
import { contractOperation } from '../contract-operation.ts';
import { resourceAddressedBy, resourceCreatedBy } from '../resource.ts';
import {
  type ApiRequest,
  type ApiResponse,
  type Creation,
  type Goal,
  type KnownCaller,
  type Session,
  UNKNOWN_ID,
  type WaitResult,
} from '../session.ts';
import { NoResponseError, type RawResponse } from '../target/target.ts';
import { responseViolations } from '../validate/response.ts';
import type { Violation } from './check-result.ts';
import { CreatedResources } from './created-resources.ts';
import { curlCommand } from './curl-command.ts';
import { exampleBody } from './example-body.ts';
import { nestedItemOf } from './nested-items.ts';
import { type PreparedRequest, prepareRequest } from './prepared-request.ts';
import type { RunContext } from './run-context.ts';

/** The maximum length of a response in a violation. */
const MAX_CHARACTERS = 600;
const MAX_REPEATS = 10;
/** "Transient: all others." (D-28) */
const STEADY_STATES = ['Running', 'Degraded', 'Stopped', 'Paused', 'Completed', 'Failed'];

/** Ends a check that cannot continue. Violations found until then count. */
export class EndOfCheck extends Error {
  override name = 'EndOfCheck';
}

/** The session of one check. */
export class CheckSession implements Session {
  readonly violations: Violation[] = [];
  /** The resources that this check created; deleted when it ends. */
  readonly createdResources = new CreatedResources();
  readonly #context: RunContext;
  #last: { readonly request: PreparedRequest; readonly response: RawResponse } | undefined;

  constructor(context: RunContext) {
    this.#context = context;
  }

  async send(request: ApiRequest): Promise<ApiResponse> {
    const response = await this.#sendOnce(request);
    if (response.status === 501 && isOptional(request.operationId))
      this.skip(`${request.operationId} is not implemented: the server responds with 501.`);
    if (response.status === 409 && response.body?.code === 'source_not_ready')
      this.skip(
        `${request.operationId} needs rows: the source has no table. See "Rows to query" in docs/running.md.`,
      );
    return response;
  }

  async #sendOnce(request: ApiRequest): Promise<ApiResponse> {
    const prepared = this.#prepareRequest(request);
    const raw = await this.#sendPrepared(request, prepared);
    const response = { ...raw, body: parsed(raw) };
    this.#last = { request: prepared, response };
    this.#validate(request, response);
    this.#record(request, response);
    return response;
  }

  expect(condition: boolean, message: string): void {
    if (condition) return;
    const { target, secrets } = this.#context;
    const masked = (text: string) => secrets.masked(text);
    const last = this.#last;
    this.violations.push({
      message: masked(message),
      ...(last === undefined
        ? {}
        : {
            request: masked(curlCommand(target.baseUrl, last.request)),
            response: {
              status: last.response.status,
              body: masked(last.response.text).slice(0, MAX_CHARACTERS),
            },
          }),
    });
  }

  skip(reason: string): never {
    throw new EndOfCheck(reason);
  }

  contentOf({ body }: ApiResponse): ApiResponse['body'] {
    return body?.result ?? body?.data;
  }

  exampleBody(operationId: OperationId, example?: string): Promise<ApiResponse['body']> {
    return exampleBody(operationId, example, {
      unique: (text) => this.unique(text),
      secret: () => this.secret(),
      idOf: async (resource, named) => (await this.#shared(resource, resource.idParameter, named)).id,
    });
  }

  async create(creation: OperationId, body?: unknown, as: KnownCaller = 'admin'): Promise<Creation> {
    const resource = resourceCreatedBy(creation);
    if (resource === undefined) throw new Error(`${creation} creates nothing that could be deleted.`);
    const created = await this.#create(resource, body, as);
    this.createdResources.add({ resource, id: created.id, owner: as });
    return created;
  }

  async ownPath(operationId: OperationId): Promise<Record<string, string>> {
    const resource = resourceAddressedBy(operationId);
    if (resource === undefined) return {};
    const id = this.#context.readOnly
      ? await this.#idOfListed(resource)
      : (await this.create(resource.create)).id;
    return this.#withNestedId(operationId, { [resource.idParameter]: id });
  }

  async sharedPath(operationId: OperationId): Promise<Record<string, string>> {
    const resource = resourceAddressedBy(operationId);
    if (resource === undefined) return {};
    const id = this.#context.readOnly
      ? await this.#idOfListed(resource)
      : (await this.#shared(resource, operationId)).id;
    return this.#withNestedId(operationId, { [resource.idParameter]: id });
  }

  /** Adds the id of an item inside the resource, for paths with a second id. */
  async #withNestedId(
    operationId: OperationId,
    path: Record<string, string>,
  ): Promise<Record<string, string>> {
    const nested = nestedItemOf(operationId, this.#context.readOnly);
    if (nested === undefined) return path;
    const response = await this.#sendOnce({ operationId: nested.from, path });
    const id = nested.idIn(this.contentOf(response));
    if (!isId(id) && this.#context.readOnly) this.skip(`${nested.from} returns no item to check.`);
    return { ...path, [nested.parameter]: isId(id) ? id : UNKNOWN_ID };
  }

  unique(text: string): string {
    return `${text} ${this.#context.secrets.runId}-${this.#context.count()}`;
  }

  secret(): string {
    return this.#context.secrets.create();
  }

  tenantOf(caller: KnownCaller, surface: 'management' | 'observability'): Readonly<Record<string, string>> {
    return this.#context.callers[surface][caller]?.tenant ?? {};
  }

  waitFor(request: ApiRequest, goal: Goal): Promise<WaitResult> {
    const kindOf = (response: ApiResponse) =>
      [request.operationId, ...Object.keys(this.contentOf(response)?.source ?? {})].join(' ');
    return this.#context.waits.until(() => this.send(request), kindOf, goal);
  }

  #prepareRequest(request: ApiRequest): PreparedRequest {
    try {
      return prepareRequest(request, this.#context.callers);
    } catch (error) {
      if (error instanceof NoResponseError) this.expect(false, error.message);
      throw error;
    }
  }

  /** Sends, and sends again after the pause that a 429 asks for. */
  async #sendPrepared(request: ApiRequest, prepared: PreparedRequest): Promise<RawResponse> {
    const { target, pauses, stop } = this.#context;
    const { outgoing } = prepared;
    const credential = outgoing.headers.authorization ?? '';
    for (let repeats = 0; ; repeats += 1) {
      if (request.takesRateLimit !== true) await pauses.untilOver(credential, stop);
      stop.throwIfAborted();
      const response = await target
        .send(outgoing)
        .catch((error) => this.#noResponse(request, prepared, error));
      const isWorthWaiting = pauses.observe(credential, response);
      if (response.status !== 429 || request.takesRateLimit === true) return response;
      if (!isWorthWaiting || repeats === MAX_REPEATS)
        throw this.#failed(prepared, stillRateLimited(response));
    }
  }

  #noResponse({ operationId, body }: ApiRequest, prepared: PreparedRequest, error: unknown): never {
    if (!(error instanceof NoResponseError)) throw error;
    if (resourceCreatedBy(operationId) !== undefined)
      this.#context.createdResources.addUncertain(operationId, body);
    throw this.#failed(prepared, error);
  }

  #failed(prepared: PreparedRequest, error: NoResponseError): NoResponseError {
    const { target, secrets } = this.#context;
    this.violations.push({
      message: error.message,
      request: secrets.masked(curlCommand(target.baseUrl, prepared)),
    });
    return error;
  }

  #validate({ operationId }: ApiRequest, response: ApiResponse): void {
    const text = [response.text, ...response.headers.values()].join('\n');
    const messages = [
      ...responseViolations(contractOperation(operationId), response),
      ...this.#context.secrets.leaksIn(text),
    ];
    for (const message of messages) this.expect(false, message);
    const id = response.headers.get('x-request-id');
    this.expect(
      id === null || !this.#context.isKnownRequestId(id),
      'X-Request-Id must be new for every request; another response had this one.',
    );
  }

  /** Records the coverage, and resources that were created or deleted. */
  #record(request: ApiRequest, response: ApiResponse): void {
    const { operationId, as = 'admin' } = request;
    this.#context.coverage.record(operationId, response.status, parametersOf(request));
    if (response.status !== 200 || request.method !== undefined) return;
    const created = resourceCreatedBy(operationId);
    if (created !== undefined) {
      const id = this.contentOf(response)?.id;
      // A server without authentication creates it in the tenant of the admin.
      const owner = as === 'stranger' ? 'stranger' : 'admin';
      if (isId(id)) this.createdResources.add({ resource: created, id, owner });
      else
        this.expect(
          false,
          'The created resource has no id that a path can contain, so it can never be deleted.',
        );
    }
    const addressed = resourceAddressedBy(operationId);
    if (addressed?.delete === operationId)
      this.createdResources.forget(addressed, request.path?.[addressed.idParameter] ?? '');
  }

  /** Creates a resource once per purpose; it is deleted at the end of the run. */
  async #shared(resource: Resource, purpose: string, example?: string): Promise<Creation> {
    const { shared, createdResources, without } = this.#context;
    const capability = groupOf(operations[resource.create]);
    if (without.has(capability)) this.skip(`It needs ${capability}.`);
    const key = `${resource.create} ${example} for ${purpose}`;
    const creation = shared.get(key) ?? this.#createShared(resource, example);
    shared.set(key, creation);
    const created = await creation;
    createdResources.add({ resource, id: created.id, owner: 'admin' });
    return created;
  }

  async #createShared(resource: Resource, example: string | undefined): Promise<Creation> {
    const body = await this.exampleBody(resource.create, example);
    const created = await this.#create(resource, body, 'admin');
    // It belongs to the run, not to this check.
    this.createdResources.forget(resource, created.id);
    if (resource.name === 'pipes')
      await this.waitFor(
        { operationId: resource.get, path: { [resource.idParameter]: created.id } },
        {
          name: 'a steady state',
          isReached: (response) => STEADY_STATES.includes(this.contentOf(response)?.state),
        },
      );
    return created;
  }

  async #create(resource: Resource, body: unknown, as: KnownCaller): Promise<Creation> {
    const sent = body ?? (await this.exampleBody(resource.create));
    const response = await this.send({ operationId: resource.create, body: sent, as });
    const id = this.contentOf(response)?.id;
    if (response.status === 200 && isId(id)) return { id, sent, response };
    this.expect(false, `${resource.create} must accept this body, got ${response.status}.`);
    throw new EndOfCheck(`${resource.create} does not create the resource that this check needs.`);
  }

  /** In a read-only run, returns the id of an existing resource. */
  async #idOfListed(resource: Resource): Promise<string> {
    const response = await this.send({ operationId: resource.list });
    const id = this.contentOf(response)?.[0]?.id;
    return isId(id) ? id : this.skip(`${resource.list} returns no resource to check.`);
  }
}

/** Every kind of id in the contract has this form. */
function isId(id: unknown): id is string {
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

function stillRateLimited({ headers }: RawResponse): NoResponseError {
  const pause = headers.get('retry-after') ?? 'none';
  return new NoResponseError(
    `The server keeps rejecting requests with 429, Retry-After is ${pause}. Give the credential a higher rate limit.`,
  );
}

/** Values deeper than any body of the contract could overflow the stack of a check. */
function parsed({ text }: RawResponse): ApiResponse['body'] {
  if ('malformed' in readJson(Buffer.from(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The parameters that a check set; required path parameters are always set. */
function parametersOf({ path, query, headers, about = [] }: ApiRequest): string[] {
  return [
    ...Object.keys(path ?? {}).map((name) => `path ${name}`),
    ...Object.keys(query ?? {}).map((name) => `query ${name}`),
    ...Object.keys(headers ?? {}).map((name) => `header ${name.toLowerCase()}`),
    ...about,
  ];
}
