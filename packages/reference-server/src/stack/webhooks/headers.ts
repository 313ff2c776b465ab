import type { ErrorEntry } from '@penstock/server';
import { place } from '../base/error-entries.ts';
import type { WebhookBody } from './webhook.ts';

/** What a delivery itself sets, and what belongs to one connection and not to a message (RFC 9110 section 7.6.1). */
const RESERVED =
  /^(connection|content-length|content-type|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|webhook-.*)$/i;

/** Header fields that a webhook may not bring along (D-51). */
export function checkHeaders({ headers = {} }: WebhookBody): ErrorEntry[] {
  return Object.keys(headers)
    .filter((name) => RESERVED.test(name))
    .map((name) =>
      place(`/headers/${name.replaceAll('~', '~0')}`, 'not_applicable', 'is set by the delivery itself'),
    );
}
