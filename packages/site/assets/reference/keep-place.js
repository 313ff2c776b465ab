// Keeps the place that a link leads to in view. Scalar draws what is near it afterwards, and what it draws above moves it
// away; a link that is followed while it draws it does not follow.

const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** From a link on until the reader does something: then the reader knows best where to be. */
export function keepPlace(reference) {
  let fragment = '';
  const keep = () => {
    if (fragment !== '') placeOf(reference, fragment)?.scrollIntoView({ behavior: 'instant' });
  };
  const begin = () => {
    fragment = readFragment();
    keep();
  };
  const end = () => {
    fragment = '';
  };
  addEventListener('hashchange', begin);
  for (const input of INPUTS) addEventListener(input, end, { capture: true, passive: true });
  new ResizeObserver(keep).observe(reference);
  begin();
}

/** Scalar puts a name of the document before the fragment. */
function placeOf(reference, fragment) {
  return reference.querySelector(`[id$="/${CSS.escape(fragment)}"]`);
}

/** The fragment of the address; empty if there is none, or one that cannot be decoded. */
export function readFragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
