import type { Contract } from '../../contract/contract.ts';
import type { ObjectFields } from '../../contract/fields.ts';
import type { BodyDetails, ErrorCase, ResponseDetails } from '../../contract/operation-details.ts';
import type { OperationFacts } from '../../contract/operation-facts.ts';
import { guidePage, guideTitle } from '../../guides/guide.ts';
import { errorsPage, operationPage } from '../../links.ts';
import { codeSpan } from '../../markdown/prose.ts';
import { codeSamples } from '../../samples/code-samples.ts';
import type { SiteFile } from '../../site-file.ts';
import type { Presence } from '../choices.ts';
import { received, sent } from '../fields.ts';
import { guidesAbout } from '../guides-for.ts';
import { retries, stabilities } from '../operation-summary.ts';
import { bulletList, codeFence, jsonBlock, linkToMarkdown, markdownDocument } from './document.ts';
import { fieldLines, parameterLines } from './field-lines.ts';

/** Returns the Markdown of an operation: everything to call it, with one sample and one response. */
export function operationMarkdown(operation: OperationFacts, contract: Contract): SiteFile {
  const { summary, method, path, description, operationId, stability, idempotency, details } = operation;
  const page = operationPage(operation);
  return markdownDocument(
    page,
    summary,
    [
      `\`${method} ${path}\` (${codeSpan(operationId)})`,
      description.trim(),
      bulletList([stabilities[stability], retries[idempotency], ...authentications(operation)]),
    ],
    [
      { title: 'Parameters', content: parameterLines(details.parameters).join('\n') },
      { title: 'Request body', content: details.request ? bodyText(details.request, sent) : '' },
      ...details.responses.map((response) => ({
        title: `Response ${response.status}`,
        content: responseText(response, operation, contract),
      })),
      { title: 'Errors', content: errorLines(page, details.errors) },
      { title: 'Example', content: sampleOf(operation) },
      {
        title: 'Guides',
        content: bulletList(
          guidesAbout(operation).map((guide) =>
            linkToMarkdown(page, guideTitle(guide, contract), guidePage(guide)),
          ),
        ),
      },
    ],
  );
}

function authentications({ details }: OperationFacts): string[] {
  return details.authentication.map(({ description }) => description);
}

export function bodyText(
  { mediaType, description, isRequired, fields }: BodyDetails,
  words: Presence,
): string {
  const about = [codeSpan(mediaType), isRequired ? '' : 'optional', description].filter(Boolean).join(', ');
  return [about, fields ? fieldLines(fields, words).join('\n') : ''].filter(Boolean).join('\n\n');
}

/** The resource of a response is described with the operation that gets it. */
function responseText(
  { description, body }: ResponseDetails,
  operation: OperationFacts,
  contract: Contract,
): string {
  const home = body?.fields && homeOfResource(body.fields, operation, contract);
  if (body === undefined || home === undefined) {
    const [example] = body?.examples ?? [];
    const parts = [
      description.trim(),
      body ? bodyText(body, received) : '',
      example ? jsonBlock(example.value) : '',
    ];
    return parts.filter(Boolean).join('\n\n');
  }
  const link = linkToMarkdown(operationPage(operation), codeSpan(home.operationId), operationPage(home));
  const shallow = body.fields?.fields.map(({ content, ...field }) => field) ?? [];
  return [
    description.trim(),
    bodyText({ ...body, fields: { schema: undefined, choices: [], fields: shallow } }, received),
    `${link} has the fields of the resource, and an example.`,
  ].join('\n\n');
}

/** Returns the operation that gets the resource in a response; undefined if it is the operation itself, or if there is none. */
function homeOfResource(
  fields: ObjectFields,
  operation: OperationFacts,
  { operations }: Contract,
): OperationFacts | undefined {
  const resource = resourceOf(fields);
  if (resource === undefined) return undefined;
  const home = [...operations.values()].find(
    ({ surface, method, path, details }) =>
      surface === operation.surface &&
      method === 'GET' &&
      path.endsWith('}') &&
      details.responses.some(({ body }) => body?.fields && resourceOf(body.fields) === resource),
  );
  return home === operation ? undefined : home;
}

/** The schema of the resource, or of each resource of a list, in an envelope. */
function resourceOf({ fields }: ObjectFields): string | undefined {
  return fields.find(({ name }) => name === 'result' || name === 'data')?.content?.schema;
}

function errorLines(page: string, errors: readonly ErrorCase[]): string {
  const byCode = new Map(errors.map((error) => [error.code, error]));
  const lines = [...byCode.values()].map(
    ({ status, code, title }) => `${status} ${codeSpan(code)}: ${title}`,
  );
  return `${bulletList(lines)}\n\nCauses and what to do: ${linkToMarkdown(page, 'error codes', errorsPage)}.`;
}

/** The sample of the first example in curl. */
function sampleOf(operation: OperationFacts): string {
  const [sample] = codeSamples(operation);
  return sample ? codeFence('sh', sample.source) : '';
}
