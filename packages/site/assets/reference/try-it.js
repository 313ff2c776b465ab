// What Try-it needs to be usable at the first click. Pure functions: draw.js calls them in the browser.

/**
 * The servers that the policy of the page lets Try-it ask: those that the site was built for, and the one that serves the
 * page. The server of the contract is not among them; the page could not reach it.
 *
 * @param {string} origins separated by spaces, as they stand in the page
 */
export function tryItServers(ownOrigin, origins) {
  const others = origins.split(' ').filter((origin) => origin !== '' && origin !== ownOrigin);
  return [
    ...others.map((url) => ({ url, description: 'A server that this site was built for.' })),
    { url: ownOrigin, description: 'The server that serves this page.' },
  ];
}
