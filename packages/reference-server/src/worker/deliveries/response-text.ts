import { maskTexts } from '../../runtime/mask-texts.ts';
import type { WebhookSecrets } from './receiver.ts';

/** The bytes of a response that are kept (D-81). */
const KEPT_BYTES = 1024;
/** A shorter text protects nothing, and masking it would make responses unreadable. */
const SHORTEST_SECRET = 4;

/** The beginning of a response as text. Receivers that echo their request return secrets of the webhook, which are masked. */
export function responseText(body: Buffer, { headers = {}, secret, previous }: WebhookSecrets): string {
  const values = [...Object.values(headers), secret, ...(previous === undefined ? [] : [previous.secret])];
  // A credential may be echoed without its scheme, as in `Bearer …`.
  const parts = values.flatMap((value) => [value, ...value.split(/\s+/)]);
  const masked = maskTexts(parts.filter((part) => part.length >= SHORTEST_SECRET))(body.toString());
  const kept = Buffer.from(masked).subarray(0, KEPT_BYTES);
  // A character that the end cuts is left out.
  return new TextDecoder().decode(kept, { stream: true });
}
