import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { moveDecisions, scalarsUnder } from './decisions.ts';
import { twinOperationId } from './names.ts';
import { moveReferences } from './references.ts';
import type { SourceFile } from './source-file.ts';
import { applyEdits, type Edit, indentOf, insertBefore, replaceNode } from './text-edits.ts';

const COMPONENTS = '../../../components';
const TENANT = ['OrganizationId', 'ServiceId']
  .map((name) => `  - $ref: ${COMPONENTS}/parameters/${name}.yaml\n`)
  .join('');

/** Returns the path file of `/v1` for one of `/api/v2`. */
export function twinPathFile(source: SourceFile): string {
  return applyEdits(source.text, [
    ...moveReferences(source),
    ...renameOperations(source),
    ...moveDecisions(source),
    ...addNotFound(source),
    addTenant(source),
  ]);
}

function renameOperations({ document }: SourceFile): Edit[] {
  return scalarsUnder(document, 'operationId').map((id) =>
    replaceNode(id, twinOperationId(String(id.value))),
  );
}

/** Each path of the twin has parameters, so each of its operations may respond 404. */
function addNotFound({ text, document }: SourceFile): Edit[] {
  return operationsOf(document.contents).flatMap((operation) => {
    const responses = operation.get('responses');
    if (!isMap(responses) || responses.has('404')) return [];
    const next = responses.items
      .map(({ key }) => key)
      .find((key) => isScalar(key) && String(key.value) > '404');
    if (!isScalar(next)) return [];
    const indent = indentOf(text, next);
    return [
      insertBefore(text, next, `${indent}"404":\n${indent}  $ref: ${COMPONENTS}/responses/NotFound.yaml\n`),
    ];
  });
}

function addTenant({ text, document }: SourceFile): Edit {
  const parameters = document.get('parameters');
  if (isSeq(parameters)) return insertBefore(text, parameters, TENANT);
  return { start: 0, end: 0, text: `parameters:\n${TENANT}` };
}

function operationsOf(pathItem: unknown): YAMLMap[] {
  if (!isMap(pathItem)) return [];
  return pathItem.items
    .map(({ value }) => value)
    .filter((value) => isMap(value) && value.has('operationId')) as YAMLMap[];
}
