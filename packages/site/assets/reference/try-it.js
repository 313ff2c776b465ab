// What Try-it needs to be usable at the first click. Pure functions: draw.js calls them in the browser.

/** The server of the page first: the only one that the page's policy lets Try-it reach. */
export function tryItServers(origin, contractServers) {
  return [{ url: origin, description: 'The server that serves this page.' }, ...contractServers];
}
