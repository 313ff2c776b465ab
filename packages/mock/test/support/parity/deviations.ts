import type { ComparedResponse } from './responses.ts';

/** Returns the deviations between two responses, such as `status: server 404, mock 200`. */
export function deviationsBetween(server: ComparedResponse, mock: ComparedResponse): string[] {
  const different = PARTS.filter((part) => server[part] !== mock[part]);
  // Responses with different statuses differ in everything; the status is enough.
  if (different.includes('status')) return [describeDeviation('status', server, mock)];
  return [
    ...different.map((part) => describeDeviation(part, server, mock)),
    ...headerDeviations(server, mock),
  ];
}

const PARTS = ['status', 'media type', 'code', 'errors', 'shape', 'contract'] as const;
type Part = (typeof PARTS)[number];

function describeDeviation(part: Part, server: ComparedResponse, mock: ComparedResponse): string {
  return `${part}: server ${describePart(part, server)}, mock ${describePart(part, mock)}`;
}

/** A status comes with the code of its problem. */
function describePart(part: Part, response: ComparedResponse): string {
  return part === 'status' && response.code !== 'none'
    ? `${response.status} ${response.code}`
    : response[part];
}

function headerDeviations(
  { headers: server }: ComparedResponse,
  { headers: mock }: ComparedResponse,
): string[] {
  return [
    ...server.filter((name) => !mock.includes(name)).map((name) => `header ${name}: server only`),
    ...mock.filter((name) => !server.includes(name)).map((name) => `header ${name}: mock only`),
  ].sort();
}
