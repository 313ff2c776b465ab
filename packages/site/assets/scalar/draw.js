// Draws the reference into its page. The markup of the page names the document.
import { keepPosition, readFragment } from './keep-position.js';

const reference = document.querySelector('#reference');
const outline = document.querySelector('#outline');

try {
  const [{ createApiReference }, response] = await Promise.all([
    import(new URL('./standalone.esm.js', import.meta.url)),
    fetch(reference.dataset.document),
  ]);
  if (!response.ok) throw new Error(`${reference.dataset.document}: status ${response.status}.`);
  draw(createApiReference, await response.json());
} catch (error) {
  // The outline remains, with the reason why the details are missing.
  outline.querySelector('.loading').textContent = `The details could not be loaded. ${error.message}`;
  throw error;
}

function draw(createApiReference, contract) {
  // Scalar fails on a fragment that cannot be decoded, which external links may contain.
  if (readFragment() === '') history.replaceState(null, '', location.pathname + location.search);
  createApiReference(reference, {
    content: contract,
    // The page itself links to the published documents.
    documentDownloadType: 'none',
    // All pages share one search and follow the theme of the system.
    hideSearch: true,
    hideDarkModeToggle: true,
    // Samples in other languages would come from Scalar, without tests.
    hiddenClients: true,
    persistAuth: false,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    // The lab sends requests.
    hideTestRequestButton: true,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });
  outline.remove();
  reference.hidden = false;
  keepPosition(reference);
}
