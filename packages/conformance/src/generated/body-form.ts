import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import type { ApiRequest } from '../session.ts';
import { type Refusal, refusalCheck } from './refusal.ts';
import { fittingRequest } from './request.ts';

/** D-13 */
const LARGEST_BODY = 2 ** 20;
/** D-15 */
const DEEPEST_NESTING = 64;

const MALFORMED: Refusal = { status: 400, code: 'malformed_json' };

/** What is wrong with a body before anybody reads what it says: 400, 413, 415. */
export function bodyFormChecks(described: DescribedOperation): Check[] {
  if (described.operation.requestBody !== 'required') return [];
  const raw = (name: string, title: string, rawBody: string | Uint8Array, refusal: Refusal) =>
    refusalCheck(described, {
      name,
      title: `${described.id} refuses ${title}`,
      refusal,
      request: async (_described, session) => {
        const { body: _body, ...request } = await fittingRequest(described, session);
        return { ...request, rawBody };
      },
    });
  return [
    raw('400/malformed', 'a body that ends too early', '{"name": "x"', MALFORMED),
    raw('400/not-utf-8', 'a body that is not UTF-8', Uint8Array.of(0x22, 0xff, 0xfe, 0x22), MALFORMED),
    raw('400/too-deep', 'a body that is nested too deeply', nested(DEEPEST_NESTING + 1), MALFORMED),
    raw('400/twice', 'a body with a name that stands twice', '{"name": "a", "name": "b"}', {
      status: 400,
      code: 'validation_failed',
    }),
    raw('413/too-large', 'a body of more than 1 MiB', ' '.repeat(LARGEST_BODY + 1), {
      status: 413,
      code: 'body_too_large',
    }),
    largest(described),
    ...['text/plain', 'application/xml', ''].map((mediaType) => wrongMediaType(described, mediaType)),
  ];
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

/** The limit itself is still inside. */
function largest(described: DescribedOperation): Check {
  return {
    id: `generated/${described.id}/413/largest`,
    kind: 'generated',
    title: `${described.id} takes a body of 1 MiB`,
    operationId: described.id,
    needs: [],
    writes: true,
    async run(session) {
      const { body, ...request } = await fittingRequest(described, session);
      const answer = await session.send({ ...request, rawBody: JSON.stringify(body).padEnd(LARGEST_BODY) });
      session.expect(answer.status !== 413, 'A body of exactly 1 MiB is not too large.');
    },
  };
}

function wrongMediaType(described: DescribedOperation, mediaType: string): Check {
  const request = async (_described: DescribedOperation, session: Parameters<Check['run']>[0]) => {
    const fitting: ApiRequest = await fittingRequest(described, session);
    return { ...fitting, headers: { 'content-type': mediaType } };
  };
  return refusalCheck(described, {
    name: `415/${mediaType || 'missing'}`,
    title: `${described.id} refuses a body that is ${mediaType || 'without a media type'}`,
    refusal: { status: 415, code: 'unsupported_media_type' },
    request,
  });
}
