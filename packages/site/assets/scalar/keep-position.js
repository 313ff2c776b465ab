// Keeps the target of a link in view. Scalar draws content above the target later, which moves it, and Scalar ignores links
// that are followed while it draws.

const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Keeps the target in view after a link is followed, until the reader's next input. */
export function keepPosition(reference) {
  let fragment = '';
  const keep = () => {
    if (fragment !== '') targetOf(reference, fragment)?.scrollIntoView({ behavior: 'instant' });
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

/** Scalar prefixes ids with a name of the document. */
function targetOf(reference, fragment) {
  return reference.querySelector(`[id$="/${CSS.escape(fragment)}"]`);
}

/** Returns the fragment of the address; empty without one, or if it cannot be decoded. */
export function readFragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
