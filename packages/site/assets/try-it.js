// What Try-it needs to be usable at the first click. Pure functions: reference.js calls them in the browser.

/** The server of the page first: the only one that the page's policy lets Try-it reach. */
export function tryItServers(origin, contractServers) {
  return [{ url: origin, description: 'The server that serves this page.' }, ...contractServers];
}

/**
 * Switches optional parameters off until a person turns them on. Scalar sends every parameter that has an
 * example, and the example of an If-Match or of a cursor fails against any server but the one it came from.
 */
export function switchOffOptionalParameters(document) {
  for (const parameter of parametersOf(document)) {
    if (parameter.required || parameter.example === undefined) continue;
    parameter.examples = { default: { value: parameter.example, 'x-disabled': true } };
    delete parameter.example;
  }
  return document;
}

function parametersOf({ components, paths }) {
  const items = Object.values(paths);
  const holders = [...items, ...items.flatMap((item) => Object.values(item))];
  const inPlace = holders.flatMap((holder) => holder.parameters ?? []);
  return [...Object.values(components.parameters ?? {}), ...inPlace];
}
