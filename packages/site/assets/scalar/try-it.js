// The servers of Try-it. Pure functions, which draw.js calls in the browser.

/**
 * Returns the servers that the policy of the page permits: those that the site was built for, and the server of the page.
 * The server of the contract is not included, because the page cannot reach it.
 *
 * @param {string} origins separated by spaces
 */
export function tryItServers(ownOrigin, origins) {
  const others = origins.split(' ').filter((origin) => origin !== '' && origin !== ownOrigin);
  return [
    ...others.map((url) => ({ url, description: 'Configured when the site was built.' })),
    { url: ownOrigin, description: 'The server of this page.' },
  ];
}
