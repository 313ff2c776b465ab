// Remembers the switch that displays where each part of the contract comes from, for all pages of the site.

const KEY = 'penstock-provenance';

export function rememberProvenance(input) {
  // After a reload some browsers restore the state of the input themselves.
  input.checked = read() ?? input.checked;
  input.addEventListener('change', () => write(input.checked));
}

/** Returns undefined without a memory: browsers can forbid it, and then the access fails. */
function read() {
  try {
    const value = localStorage.getItem(KEY);
    return value === null ? undefined : value === 'true';
  } catch {
    return undefined;
  }
}

function write(isDisplayed) {
  try {
    localStorage.setItem(KEY, String(isDisplayed));
  } catch {
    // The switch works on this page only.
  }
}
