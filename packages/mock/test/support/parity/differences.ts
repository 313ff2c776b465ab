import type { ComparedAnswer } from './answers.ts';

/** One thing that the servers do differently, such as `status: server 404, mock 200`. */
export function differencesBetween(server: ComparedAnswer, mock: ComparedAnswer): string[] {
  const parts = PARTS.filter((part) => server[part] !== mock[part]);
  // Another status has another code, body and headers; it is said once.
  const told = parts.includes('status') ? (['status'] as const) : parts;
  const differences = told.map((part) => `${part}: server ${said(server, part)}, mock ${said(mock, part)}`);
  return told === parts ? [...differences, ...headerDifferences(server, mock)] : differences;
}

const PARTS = ['status', 'media type', 'code', 'errors', 'shape', 'contract'] as const;

/** A status says most with its problem. */
function said(answer: ComparedAnswer, part: (typeof PARTS)[number]): string {
  return part === 'status' && answer.code !== 'none' ? `${answer.status} ${answer.code}` : answer[part];
}

function headerDifferences(server: ComparedAnswer, mock: ComparedAnswer): string[] {
  const [ofServer, ofMock] = [server.headers, mock.headers];
  return [
    ...ofServer.filter((name) => !ofMock.includes(name)).map((name) => `header ${name}: server alone`),
    ...ofMock.filter((name) => !ofServer.includes(name)).map((name) => `header ${name}: mock alone`),
  ].sort();
}
