import { STATUS_CODES } from 'node:http';
import { readOperations, responseHeaders } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { errorPage } from '../links.ts';
import { type SiteFile, siteAsset } from '../site-file.ts';

/** Returns the words with which the lab explains responses: reason phrases, headers and problems. */
export function termsFile(contract: Contract): SiteFile {
  const responses = contract.bundles.flatMap(({ document }) =>
    readOperations(document).flatMap((operation) =>
      [...operation.responses].map(([status, response]) => ({
        status,
        headers: responseHeaders(document, response),
      })),
    ),
  );
  const headers = responses.flatMap((response) => Object.entries(response.headers));
  return siteAsset(
    'lab/terms.json',
    JSON.stringify({
      statuses: Object.fromEntries(responses.map(({ status }) => [status, STATUS_CODES[status]])),
      headers: Object.fromEntries(
        headers.map(([name, { description = '' }]) => [name.toLowerCase(), { name, description }]),
      ),
      problems: Object.fromEntries(
        [...contract.problems].map(([code, title]) => [code, { title, page: errorPage(code) }]),
      ),
    }),
  );
}
