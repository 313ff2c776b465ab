import { parseArgs, styleText } from 'node:util';
import { type Operation, type OperationId, operations } from '@penstock/contract';
import { invalidExamples, requestExamples, responseExamples } from '@penstock/contract/examples';

const HELP = `Usage: pnpm contract [--json]

Prints every operation of the contract: its id, its method, its path below the prefix of its section, its stability, the
number of its examples (requests / responses / bodies that a server must reject) and the statuses of its responses.

  --json  print JSON
  --help  print this text
`;

/** The row of an operation in the table. */
interface Row {
  readonly surface: string;
  readonly tag: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly stability: string;
  readonly idempotency: string;
  readonly examples: { readonly requests: number; readonly responses: number; readonly rejected: number };
  readonly statuses: readonly number[];
}

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
const rows = (Object.keys(operations) as OperationId[]).map(describe);
if (values.help) process.stdout.write(HELP);
else process.stdout.write(values.json ? `${JSON.stringify(rows, undefined, 2)}\n` : table(rows));

function describe(operationId: OperationId): Row {
  const { surface, tag, method, path, stability, idempotency, statuses }: Operation = operations[operationId];
  const responses = statuses.flatMap((status) => Object.keys(responseExamples(operationId, status)));
  return {
    surface,
    tag,
    operationId,
    method: method.toUpperCase(),
    path,
    stability,
    idempotency,
    examples: {
      requests: Object.keys(requestExamples(operationId)).length,
      responses: responses.length,
      rejected: Object.keys(invalidExamples(operationId)).length,
    },
    statuses,
  };
}

function table(all: readonly Row[]): string {
  const sections = Map.groupBy(all, ({ surface, tag }) => `${surface}: ${tag}`);
  const body = [...sections].map(([title, ofSection]) => {
    const prefix = sharedPrefix(ofSection);
    return `${bold(title)}  ${dim(prefix)}\n${ofSection.map((row) => line(row, prefix)).join('')}\n`;
  });
  const stable = all.filter(({ stability }) => stability === 'stable').length;
  return `${heading()}${body.join('')}${all.length} operations, ${stable} of them stable\n`;
}

function heading(): string {
  return dim(
    `  ${columns('operation', 'method', 'path', 'stability', 'repeat', 'examples', 'statuses')}\n\n`,
  );
}

function line(
  { operationId, method, path, stability, idempotency, examples, statuses }: Row,
  prefix: string,
): string {
  const below = path.slice(prefix.length) || '/';
  const counts = `${examples.requests}/${examples.responses}/${examples.rejected}`;
  return `  ${columns(operationId, method, below, stability, idempotency, counts, statuses.join(' '))}\n`;
}

/** The segments that all paths of a section begin with. */
function sharedPrefix(rows: readonly Row[]): string {
  const [first = [], ...others] = rows.map(({ path }) => path.split('/'));
  const end = first.findIndex((segment, index) => others.some((other) => other[index] !== segment));
  return (end === -1 ? first : first.slice(0, end)).join('/');
}

function columns(
  id: string,
  method: string,
  path: string,
  stability: string,
  repeat: string,
  examples: string,
  statuses: string,
): string {
  const [name, verb, location] = [id.padEnd(28), method.padEnd(8), path.padEnd(50)];
  return `${name}${verb}${location}${stability.padEnd(14)}${repeat.padEnd(12)}${examples.padEnd(10)}${statuses}`;
}

function bold(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}

function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout });
}
