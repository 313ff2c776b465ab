import type { BodyDetails, ParameterDetails, ResponseDetails } from '../contract/operation-details.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import { html } from '../html.ts';
import { authenticationWays } from './authentication.ts';
import { bodyExamples, bodyFields } from './bodies.ts';
import type { Drawing } from './drawing.ts';
import { errorTable } from './error-table.ts';
import { responsePrefix } from './field-locations.ts';
import { parameterList } from './fields.ts';
import type { Section } from './reference-page.ts';
import { relatedOperations } from './related-operations.ts';
import { headerList } from './response-headers.ts';

/** Returns the sections of an operation that the contract describes. */
export function operationSections(drawing: Drawing, operation: OperationFacts): Section[] {
  const { authentication, parameters, request, responses, errors } = operation.details;
  return [
    { id: 'authentication', text: 'Authentication', content: authenticationWays(drawing, authentication) },
    ...parameterSections(drawing, parameters),
    ...(request ? requestSections(drawing, request) : []),
    ...responses.flatMap((response) => responseSections(drawing, response)),
    { id: 'errors', text: 'Errors', content: errorTable(drawing, errors) },
    ...relatedOperations(drawing, operation),
  ];
}

function parameterSections(drawing: Drawing, parameters: readonly ParameterDetails[]): Section[] {
  return [...Map.groupBy(parameters, ({ location }) => location)].map(([location, found]) => ({
    id: `${location}-parameters`,
    text: `${location.charAt(0).toUpperCase()}${location.slice(1)} parameters`,
    content: parameterList(drawing, found),
  }));
}

function requestSections(drawing: Drawing, request: BodyDetails): Section[] {
  return [
    { id: 'request-body', text: 'Request body', content: bodyFields(drawing, 'body', request) },
    ...exampleSection('request', 'Request examples', request),
  ];
}

function responseSections(
  drawing: Drawing,
  { status, description, headers, body }: ResponseDetails,
): Section[] {
  const prefix = responsePrefix(status);
  const content = html`${drawing.prose(description)}
${body ? bodyFields(drawing, prefix, body) : ''}
${headerList(drawing, prefix, headers)}`;
  return [
    { id: prefix, text: `Response ${status}`, content },
    ...(body ? exampleSection(prefix, 'Response examples', body) : []),
  ];
}

function exampleSection(prefix: string, text: string, body: BodyDetails): Section[] {
  if (body.examples.length === 0) return [];
  return [{ id: `${prefix}-examples`, text, content: bodyExamples(prefix, body) }];
}
