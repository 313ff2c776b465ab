// The pipe that the lab follows: sends requests about it, and reads it until it rests.
import { lastEntityTags } from './parameter-fields.js';
import { pipeWatch } from './pipe-watch.js';
import { send } from './send.js';

/** @typedef {import('./site-data.js').Form} Form */
/** @typedef {import('./request.js').Values} Values */

/**
 * @typedef {object} Observation
 * @property {any} pipe the representation of the API
 * @property {ReadonlySet<string>} visited the states that were observed, with the current one
 * @property {readonly string[]} entityTags the last one first
 */

/**
 * @param {object} parts
 * @param {import('./session.js').Session} parts.session
 * @param {() => string} parts.server
 * @param {Form} parts.getPipe
 * @param {() => string} parts.pipeId the id that the visitor entered or selected
 * @param {ReturnType<typeof import('./call-log.js').callLog>} parts.log
 * @param {(observation: Observation) => void} parts.onObserve
 * @param {(text: string) => void} parts.onWatch receives the state of the watch in words
 */
export function followedPipe({ session, server, getPipe, pipeId, log, onObserve, onWatch }) {
  let visited = { pipeId: '', states: /** @type {Set<string>} */ (new Set()) };
  const parameters = () => ({ ...lastIds(session.memory.ids), pipeId: pipeId() });

  /** @param {Form} form @param {Values} values */
  const attempt = async (form, values) => {
    try {
      return await send(session, form, values, { server: server() });
    } catch (error) {
      log.explain(/** @type {Error} */ (error).message);
      return undefined;
    }
  };

  const read = async () => {
    const call = await attempt(getPipe, { parameters: parameters() });
    const pipe = call?.response?.json?.result;
    if (typeof pipe?.state !== 'string') {
      if (call) log.display([call]);
      return undefined;
    }
    if (visited.pipeId !== pipe.id) visited = { pipeId: pipe.id, states: new Set() };
    visited.states.add(pipe.state);
    onObserve({ pipe, visited: visited.states, entityTags: lastEntityTags(getPipe, session, parameters()) });
    return String(pipe.state);
  };
  const watch = pipeWatch({ read, report: onWatch });

  return {
    watch,
    parameters,
    /**
     * Sends requests one after the other and displays them.
     *
     * @param {Form} form
     * @param {readonly Values[]} requests
     */
    async perform(form, requests) {
      /** @type {import('./send.js').Call[]} */
      const calls = [];
      for (const request of requests) {
        const call = await attempt(form, request);
        if (call) calls.push(call);
      }
      if (calls.length > 0) log.display(calls);
      return calls;
    },
  };
}

/** @param {import('./session.js').Memory['ids']} ids */
function lastIds(ids = {}) {
  return Object.fromEntries(Object.entries(ids).map(([name, known]) => [name, known[0]?.id ?? '']));
}
