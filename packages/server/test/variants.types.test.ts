import type { ObservabilityOperations } from '@penstock/contract';
import { describe, expect, test } from 'vitest';
import type { Handler, OperationResponse } from '../src/index.ts';

/**
 * Compile-fail tests: `tsc -p tsconfig.tests.json` fails if a line below an expectation does compile. The functions are
 * never called.
 */

interface Key {
  readonly id: string;
}

type Create = Handler<ObservabilityOperations['createDashboard'], Key>;
type Created = Extract<
  OperationResponse<ObservabilityOperations['createDashboard']>,
  { status: 200 }
>['body'];
type Tile = Created['data']['tiles'][number];

declare const created: Created;
declare const tile: Tile;
const headers = { ETag: '"1"' };
const bodyWith = (config: Tile['config']): Created => ({
  data: { ...created.data, tiles: [{ ...tile, config }] },
});

const handlers = {
  request: ((request) => {
    for (const { config } of request.body.tiles ?? []) {
      if (config.displayType === 'search') {
        const sourceId: string = config.sourceId;
        // @ts-expect-error a search has no text
        const text: string = config.markdown;
        return { status: 200, body: { data: { ...created.data, name: sourceId + text } }, headers };
      }
    }
    return { status: 200, body: created, headers };
  }) satisfies Create,

  response: (() => ({
    status: 200,
    body: bodyWith({ displayType: 'markdown', markdown: 'x' }),
    headers,
  })) satisfies Create,

  missing: (() => ({
    status: 200,
    // @ts-expect-error the text of a markdown tile is missing
    body: bodyWith({ displayType: 'markdown' }),
    headers,
  })) satisfies Create,

  ofAnother: (() => ({
    status: 200,
    // @ts-expect-error a search has no text
    body: bodyWith({ displayType: 'search', sourceId: 's', markdown: 'x' }),
    headers,
  })) satisfies Create,
};

describe('the types of variants', () => {
  test('are checked by the compiler, see above', () => {
    expect(Object.keys(handlers)).toHaveLength(4);
  });
});
