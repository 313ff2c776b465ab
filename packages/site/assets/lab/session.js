// What the visitor entered and what the responses contained: credentials, ids and entity tags. It exists only in the memory of
// the tab. docs/try-it.md explains why.
import { randomId } from './random-id.js';

/**
 * @typedef {object} KnownId
 * @property {string} id
 * @property {string} [name]
 */

/**
 * @typedef {object} Memory
 * @property {{ keyId: string, keySecret: string } | undefined} [management]
 * @property {{ token: string } | undefined} [observability]
 * @property {string} [server] the origin that requests are sent to
 * @property {Readonly<Record<string, readonly KnownId[]>>} [ids] by path parameter, the last one first
 * @property {Readonly<Record<string, readonly string[]>>} [entityTags] by path of the resource, the last one first
 */

/**
 * @typedef {object} Session
 * @property {Memory} memory
 * @property {boolean} isShared whether the memory survives links to other pages
 * @property {(change: Partial<Memory>) => void} remember
 * @property {() => void} forget
 * @property {(listener: () => void) => void} onChange
 */

/** Names the worker of this tab. It is a random number, and no secret. */
const TAB = 'penstock-lab-tab';

/** @type {Promise<Session> | undefined} */
let opened;

/** Returns the session of the tab. */
export function openSession() {
  opened ??= connect().then(
    ({ port, memory }) => createSession(memory, port),
    // Without shared workers, the memory ends with the page.
    () => createSession({}, undefined),
  );
  return opened;
}

/** @returns {Promise<{ port: MessagePort, memory: Memory }>} */
function connect() {
  return new Promise((resolve, reject) => {
    // Between two pages of a tab nothing is connected to the worker: the option keeps it for that time. Browsers that do not
    // know the option keep the worker as long as the previous page, which they cache.
    const options = { type: /** @type {const} */ ('module'), name: tabName(), extendedLifetime: true };
    const worker = new SharedWorker(new URL('session-worker.js', import.meta.url), options);
    worker.addEventListener('error', () => reject(new Error('The worker cannot be loaded.')));
    worker.port.onmessage = ({ data }) => resolve({ port: worker.port, memory: data });
  });
}

function tabName() {
  const known = sessionStorage.getItem(TAB);
  if (known !== null) return known;
  const name = randomId();
  sessionStorage.setItem(TAB, name);
  return name;
}

/**
 * @param {Memory} initial
 * @param {MessagePort | undefined} port
 * @returns {Session}
 */
function createSession(initial, port) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const session = {
    memory: initial,
    isShared: port !== undefined,
    /** @param {Partial<Memory>} change */
    remember(change) {
      replace({ ...session.memory, ...change });
      port?.postMessage(session.memory);
    },
    forget() {
      replace({});
      port?.postMessage({});
    },
    /** @param {() => void} listener */
    onChange(listener) {
      listeners.add(listener);
    },
  };
  /** @param {Memory} memory */
  const replace = (memory) => {
    session.memory = memory;
    for (const listener of listeners) listener();
  };
  if (port) port.onmessage = ({ data }) => replace(data);
  return session;
}
