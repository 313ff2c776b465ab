// The data of the lab: credentials that the visitor entered, ids, and entity tags of responses. They exist only in the memory of
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
 * @property {boolean} outlivesPages whether the browser promises that the memory survives links to other pages
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
  opened ??= connect().then(createSession, () =>
    // Without shared workers, the memory ends with the page.
    createSession({ port: undefined, memory: {}, outlivesPages: false }),
  );
  return opened;
}

/**
 * @typedef {object} Connection
 * @property {MessagePort | undefined} port
 * @property {Memory} memory the memory of the worker
 * @property {boolean} outlivesPages
 */

/** @returns {Promise<Connection>} */
function connect() {
  return new Promise((resolve, reject) => {
    let outlivesPages = false;
    const options = {
      type: /** @type {const} */ ('module'),
      name: tabName(),
      // Between two pages of a tab nothing is connected to the worker: the option keeps it for that time. Browsers that do not
      // know the option do not read it; they may keep the worker as long as they cache the previous page.
      get extendedLifetime() {
        outlivesPages = true;
        return true;
      },
    };
    const worker = new SharedWorker(new URL('session-worker.js', import.meta.url), options);
    worker.addEventListener('error', () => reject(new Error('The worker cannot be loaded.')));
    worker.port.onmessage = ({ data }) => resolve({ port: worker.port, memory: data, outlivesPages });
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
 * @param {Connection} connection
 * @returns {Session}
 */
function createSession({ port, memory: initial, outlivesPages }) {
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const session = {
    memory: initial,
    outlivesPages,
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
