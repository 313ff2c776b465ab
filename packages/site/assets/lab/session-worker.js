// The memory of one tab: a shared worker, which survives links from page to page and ends with its tab. It stores nothing on disk.

/** @type {Record<string, unknown>} */
let memory = {};
/** @type {Set<MessagePort>} */
const ports = new Set();

addEventListener('connect', (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  if (port === undefined) return;
  ports.add(port);
  port.onmessage = ({ data }) => {
    memory = data;
    // A duplicated tab has the same worker.
    for (const other of ports) if (other !== port) other.postMessage(memory);
  };
  port.postMessage(memory);
});
