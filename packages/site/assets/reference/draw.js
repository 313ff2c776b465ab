// Draws the reference into the page that includes it. Which document it is stands in the page's markup.
import { keepPlace, readFragment } from './keep-place.js';
import { tryItServers } from './try-it.js';

const place = document.querySelector('#reference');
const outline = document.querySelector('#outline');

try {
  const [{ createApiReference }, response] = await Promise.all([
    import(new URL('../scalar/standalone.esm.js', import.meta.url)),
    fetch(place.dataset.document),
  ]);
  if (!response.ok) throw new Error(`${place.dataset.document} answered ${response.status}.`);
  draw(createApiReference, await response.json());
} catch (error) {
  // The outline stays, which is something to read; the reader learns why there is no more.
  outline.querySelector('.loading').textContent = `The details could not be drawn. ${error.message}`;
  throw error;
}

function draw(createApiReference, contract) {
  // Scalar stops at a fragment that cannot be decoded, and links from elsewhere may have anything in them.
  if (readFragment() === '') history.replaceState(null, '', location.pathname + location.search);
  createApiReference(place, {
    content: contract,
    servers: tryItServers(location.origin, place.dataset.tryIt),
    // The page's own links lead to the documents as they were published.
    documentDownloadType: 'none',
    // The site has one search and one theme, that of the reader's system, on all of its pages.
    hideSearch: true,
    hideDarkModeToggle: true,
    // Samples of other languages would be Scalar's own, which no test has run.
    hiddenClients: true,
    persistAuth: false,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
  });
  outline.remove();
  place.hidden = false;
  keepPlace(place);
}
