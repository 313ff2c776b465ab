import { BODY_LIMIT_BYTES, MAX_DEPTH } from '@penstock/contract/requests';
import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import type { ApiRequest } from '../session.ts';
import { type ExpectedError, errorResponseCheck } from './error-response-check.ts';
import { validRequest } from './valid-request.ts';

const MALFORMED: ExpectedError = { status: 400, code: 'malformed_json' };

/** Bodies that are rejected before their content is validated: 400, 413, 415. */
export function bodyFormChecks(described: ContractOperation): Check[] {
  if (described.operation.requestBody !== 'required') return [];
  const raw = (name: string, title: string, rawBody: string | Uint8Array, expected: ExpectedError) =>
    errorResponseCheck(described, {
      name,
      title: `${described.id} rejects ${title}`,
      expected,
      request: async (_described, session) => {
        const { body: _body, ...request } = await validRequest(described, session);
        return { ...request, rawBody };
      },
    });
  return [
    raw('400/malformed', 'a body that ends too early', '{"name": "x"', MALFORMED),
    raw('400/not-utf-8', 'a body that is not UTF-8', Uint8Array.of(0x22, 0xff, 0xfe, 0x22), MALFORMED),
    raw('400/too-deep', 'a body that is nested too deeply', nested(MAX_DEPTH + 1), MALFORMED),
    raw('400/twice', 'a body with a duplicate name', '{"name": "a", "name": "b"}', {
      status: 400,
      code: 'validation_failed',
    }),
    raw('413/too-large', 'a body of more than 1 MiB', ' '.repeat(BODY_LIMIT_BYTES + 1), {
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

/** The limit itself is allowed. */
function largest(described: ContractOperation): Check {
  return {
    id: `generated/${described.id}/413/largest`,
    kind: 'generated',
    title: `${described.id} accepts a body of 1 MiB`,
    operationId: described.id,
    needs: [],
    writes: true,
    async run(session) {
      const { body, ...request } = await validRequest(described, session);
      const response = await session.send({
        ...request,
        rawBody: JSON.stringify(body).padEnd(BODY_LIMIT_BYTES),
      });
      session.expect(response.status !== 413, 'A body of exactly 1 MiB must be accepted.');
    },
  };
}

function wrongMediaType(described: ContractOperation, mediaType: string): Check {
  const request = async (_described: ContractOperation, session: Parameters<Check['run']>[0]) => {
    const valid: ApiRequest = await validRequest(described, session);
    return { ...valid, headers: { 'content-type': mediaType } };
  };
  return errorResponseCheck(described, {
    name: `415/${mediaType || 'missing'}`,
    title: `${described.id} rejects a body ${mediaType === '' ? 'without a media type' : `of the type ${mediaType}`}`,
    expected: { status: 415, code: 'unsupported_media_type' },
    request,
  });
}
