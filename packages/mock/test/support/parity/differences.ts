import type { ComparedResponse } from './responses.ts';

/** Returns the differences between two responses, such as `status: server 404, mock 200`. */
export function differencesBetween(server: ComparedResponse, mock: ComparedResponse): string[] {
  const different = PARTS.filter((part) => server[part] !== mock[part]);
  // Responses with different statuses differ in everything; the status is enough.
  if (different.includes('status')) return [describeDifference('status', server, mock)];
  return [
    ...different.map((part) => describeDifference(part, server, mock)),
    ...headerDifferences(server, mock),
  ];
}

const PARTS = ['status', 'media type', 'code', 'errors', 'shape', 'contract'] as const;
type Part = (typeof PARTS)[number];

function describeDifference(part: Part, server: ComparedResponse, mock: ComparedResponse): string {
  return `${part}: server ${describePart(part, server)}, mock ${describePart(part, mock)}`;
}

/** A status is shown with the code of its problem. */
function describePart(part: Part, response: ComparedResponse): string {
  return part === 'status' && response.code !== 'none'
    ? `${response.status} ${response.code}`
    : response[part];
}

function headerDifferences(
  { headers: server }: ComparedResponse,
  { headers: mock }: ComparedResponse,
): string[] {
  return [
    ...server.filter((name) => !mock.includes(name)).map((name) => `header ${name}: server only`),
    ...mock.filter((name) => !server.includes(name)).map((name) => `header ${name}: mock only`),
  ].sort();
}
