// Draws the reference into the page that includes it. Which document it is stands in the page's markup.
import { showDecisions } from './provenance.js';
import { switchOffOptionalParameters, tryItServers } from './try-it.js';

const place = document.querySelector('#reference');
const response = await fetch(place.dataset.document);
if (!response.ok) throw new Error(`${place.dataset.document} answered ${response.status}`);
const contract = await response.json();

// Until here the page shows what to do without the reference.
place.replaceChildren();
Scalar.createApiReference(place, {
  content: showDecisions(switchOffOptionalParameters(contract)),
  servers: tryItServers(location.origin, contract.servers ?? []),
  // The page's own links lead to the documents as they were published.
  documentDownloadType: 'none',
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
});
