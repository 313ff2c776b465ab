import type { ErrorEntry } from '@penstock/server';
import { errorEntry } from '../base/error-entries.ts';
import type { WebhookBody } from './webhook.ts';

/** Headers that the delivery sets, and headers of the connection (RFC 9110 section 7.6.1). */
const RESERVED =
  /^(connection|content-length|content-type|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$/i;

/** One error entry for each header that a webhook may not set (D-51). */
export function checkHeaders({ headers = {} }: WebhookBody): ErrorEntry[] {
  return Object.keys(headers)
    .filter((name) => RESERVED.test(name))
    .map((name) =>
      errorEntry(
        `/headers/${name.replaceAll('~', '~0')}`,
        'not_applicable',
        'is set by the server; remove it',
      ),
    );
}
