import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from '../generate/diagnostics/diagnostics.ts';
import { findUnequalTwins } from '../generate/lint/unequal-twins.ts';
import { lintContract } from '../generate/pipeline.ts';
import {
  alertsContract,
  type ContractTree,
  contractTree,
  repositoryContract,
} from './support/contract-tree.ts';

const program = join(import.meta.dirname, '../twin.ts');

function runTwin(tree: ContractTree) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--root', tree.folder], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined },
  });
  return { status, out: stdout, err: stderr };
}

async function diagnosticsOf(tree: ContractTree): Promise<string[]> {
  return (await findUnequalTwins(tree.folder)).map((diagnostic) => formatDiagnostic(diagnostic, tree.folder));
}

const NOTES = `parameters:
  - $ref: ../../components/parameters/AlertId.yaml
get:
  operationId: listAlertNotes
  tags: [alerts]
  summary: List the notes of an alert
  description: "Returns the notes: texts that people wrote."
  x-stability: experimental
  x-idempotency: safe
  x-decision: [D-04, D-05]
  parameters:
    - $ref: ../../components/parameters/Limit.yaml
    - $ref: ../../components/parameters/Cursor.yaml
  responses:
    "200":
      description: A page of notes. # not sorted
      headers:
        X-Request-Id:
          $ref: ../../components/headers/RequestId.yaml
        RateLimit:
          $ref: ../../components/headers/RateLimit.yaml
        RateLimit-Policy:
          $ref: ../../components/headers/RateLimitPolicy.yaml
      content:
        application/json:
          schema:
            $ref: ../../components/schemas/stack/AlertNoteListResponse.yaml
          examples:
            page:
              summary: One note
              externalValue: ../../examples/listAlertNotes/response.200.page.yaml
    "400":
      $ref: ../../components/responses/PageBadRequest.yaml
    "401":
      $ref: ../../components/responses/Unauthorized.yaml
    "404":
      $ref: ../../components/responses/NotFound.yaml
    "405":
      $ref: ../../components/responses/MethodNotAllowed.yaml
    "429":
      $ref: ../../components/responses/TooManyRequests.yaml
    "500":
      $ref: ../../components/responses/InternalServerError.yaml
    "503":
      $ref: ../../components/responses/ServiceUnavailable.yaml
`;
const ENVELOPE = `type: object
description: A page of notes under \`/api/v2\`.
x-decision: [D-04, D-05]
required:
  - data
  - meta
properties:
  data:
    type: array
    description: The notes.
    items:
      type: string
      description: A note.
      examples: [Checked.]
  meta:
    $ref: ../shared/PageMeta.yaml
`;

describe('pnpm twin', () => {
  test('finds nothing to write in this repository', () => {
    expect(runTwin(repositoryContract())).toEqual({
      status: 0,
      err: '',
      out: expect.stringMatching(/^\d+ twins, 0 files changed\n$/),
    });
  });

  test('writes all of the twin of a new operation, so that the contract has no errors', async () => {
    const tree = alertsContract();
    tree.write('openapi/paths/api-v2/alert-notes.yaml', NOTES);
    tree.write('openapi/components/schemas/stack/AlertNoteListResponse.yaml', ENVELOPE);
    tree.write(
      'openapi/examples/listAlertNotes/response.200.page.yaml',
      'data:\n  - Checked.\nmeta:\n  limit: 1\n  nextCursor: null\n',
    );
    tree.edit(
      'openapi/observability.yaml',
      '  /api/v2/sources:\n',
      '  /api/v2/alerts/{alertId}/notes:\n    $ref: paths/api-v2/alert-notes.yaml\n  /api/v2/sources:\n',
    );
    expect(await diagnosticsOf(tree)).toHaveLength(4);

    expect(runTwin(tree).out).toMatch(/, 4 files changed\n$/);
    expect(await diagnosticsOf(tree)).toEqual([]);
    expect(tree.read('openapi/management.yaml')).toContain(
      '/stack/alerts/{alertId}/notes:\n    $ref: paths/v1/stack/alert-notes.yaml\n  /v1/organizations/{organizationId}/services/{serviceId}/stack/sources:\n',
    );
    expect(tree.read('openapi/paths/v1/stack/alert-notes.yaml')).toContain(
      '# Written by `pnpm twin` from openapi/paths/api-v2/alert-notes.yaml. Edit that file.\nparameters:\n  - $ref: ../../../components/parameters/OrganizationId.yaml\n',
    );
    expect(tree.read('openapi/components/schemas/stack/StackAlertNoteListResponse.yaml')).toContain(
      'required:\n  - status\n  - requestId\n  - result\n  - nextCursor\n',
    );
    expect(tree.read('openapi/examples/listStackAlertNotes/response.200.page.yaml')).toMatch(
      /\nstatus: 200\nrequestId: [-0-9a-f]{36}\nresult:\n {2}- Checked\.\nnextCursor: null\n$/,
    );
    await lintContract(tree.folder);
  });

  test('removes the twin of an operation that was removed', () => {
    const tree = repositoryContract();
    tree.edit(
      'openapi/observability.yaml',
      '  /api/v2/webhooks/{webhookId}:\n    $ref: paths/api-v2/webhook.yaml\n',
      '',
    );
    expect(runTwin(tree).out).toContain('openapi/examples/getStackWebhook/response.200.generic.yaml\n');
    expect(existsSync(join(tree.folder, 'openapi/paths/v1/stack/webhook.yaml'))).toBe(false);
    expect(tree.read('openapi/management.yaml')).not.toContain('/stack/webhooks/{webhookId}:\n');
  });

  test('reports a source that is not YAML, and writes nothing', () => {
    const tree = repositoryContract();
    const before = tree.read('openapi/paths/v1/stack/alert.yaml');
    tree.edit('openapi/paths/api-v2/alert.yaml', 'get:', 'get: [');
    const { status, err } = runTwin(tree);
    expect(status).toBe(1);
    expect(err).toMatch(/^openapi\/paths\/api-v2\/alert\.yaml:\d+:\d+ {2}yaml {2}.+\n {4}Correct the YAML\./);
    expect(tree.read('openapi/paths/v1/stack/alert.yaml')).toBe(before);
  });

  test('reports a source that is missing', () => {
    const tree = repositoryContract();
    tree.edit('openapi/paths/api-v2/alert.yaml', 'stack/AlertResponse.yaml', 'stack/AlarmResponse.yaml');
    expect(runTwin(tree).err).toMatch(
      /^openapi\/components\/schemas\/stack\/AlarmResponse\.yaml:1:1 {2}file {2}This file is missing/,
    );
  });
});

describe('the lint of twins', () => {
  test('reports the first line of a twin that was edited', async () => {
    const tree = repositoryContract();
    tree.edit('openapi/paths/v1/stack/alerts.yaml', 'List alerts', 'List all alerts');
    expect(await diagnosticsOf(tree)).toEqual([
      'openapi/paths/v1/stack/alerts.yaml:8:1  penstock/twins  This file differs from its source openapi/paths/api-v2/alerts.yaml. Change only the source, and run `pnpm twin`.\n    See openapi/guidelines/style.md, P21',
    ]);
  });

  test('reports a source without a twin', async () => {
    const tree = repositoryContract();
    tree.edit(
      'openapi/management.yaml',
      '    $ref: paths/v1/stack/alerts.yaml\n',
      '    $ref: paths/v1/stack/alert.yaml\n',
    );
    expect(await diagnosticsOf(tree)).toEqual([
      expect.stringMatching(
        /^openapi\/management\.yaml:\d+:1 {2}penstock\/twins {2}This file differs from its source openapi\/observability\.yaml\./,
      ),
    ]);
  });

  test('reports a twin without a source', async () => {
    const tree = repositoryContract();
    tree.write('openapi/paths/v1/stack/notes.yaml', 'get: {}\n');
    expect(await diagnosticsOf(tree)).toEqual([
      expect.stringMatching(
        /^openapi\/paths\/v1\/stack\/notes\.yaml:1:1 {2}penstock\/twins {2}This managed twin has no source\./,
      ),
    ]);
  });

  test('is a part of `pnpm generate` and `pnpm lint`', async () => {
    const tree = contractTree();
    tree.write('openapi/paths/v1/stack/notes.yaml', 'get: {}\n');
    await expect(lintContract(tree.folder)).rejects.toMatchObject({
      diagnostics: [{ rule: 'penstock/twins' }],
    });
  });
});
