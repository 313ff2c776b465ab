/** How to fix violations of Redocly's rules, whose own reports contain a link at most. */
const ADVICE: Readonly<Record<string, string>> = {
  struct: 'Correct the key or the value, or add what is missing, as OpenAPI 3.1 requires.',
  'no-unresolved-refs': 'Correct the path, or add the missing file.',
  bundler: 'Correct the path, or add the missing file.',
  'no-unused-components': 'Refer to the component, or remove it.',
  'component-name-unique': 'The file name is the component name: rename one of the two files.',
  'operation-operationId-unique': 'Give one of the two operations another operationId.',
  'no-invalid-media-type-examples': 'Correct the example, or the schema that it must match.',
  'no-invalid-parameter-examples': 'Correct the example of the parameter, or the schema that it must match.',
  'no-invalid-schema-examples': 'Correct the example, or the schema that contains it.',
  'operation-summary': 'Write `summary`, a few words that begin with a verb.',
  'operation-operationId': 'Write `operationId` as described in P02 of openapi/guidelines/style.md.',
  'operation-singular-tag': 'Leave one tag under `tags`.',
  'operation-tag-defined': 'Add the tag to `tags` of the document, or use a tag of the document.',
  'path-parameters-defined':
    'Use the same name in the path and under `parameters`, or add the missing parameter.',
  'no-required-schema-properties-undefined':
    'Add the property to `properties`, or remove it from `required`.',
  'security-defined': 'Use a scheme of `components/securitySchemes`, or add it there.',
};

/** Returns how to fix a violation of `rule`; `reference` is the explanation of the rule. */
export function adviceFor(rule: string, reference: string | undefined): string {
  // `configuration no-unresolved-refs` is about redocly.yaml.
  const advice = ADVICE[rule] ?? ADVICE[rule.split(' ').at(-1) ?? ''];
  if (advice !== undefined) return advice;
  return reference === undefined
    ? 'Correct it as the message describes.'
    : `Correct it as the message describes. ${reference} explains the rule.`;
}
