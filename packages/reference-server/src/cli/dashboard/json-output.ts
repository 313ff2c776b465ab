import { ApiError, PenstockError } from '@penstock/client';
import type { RoundState } from './rounds.ts';
import type { TileResponse } from './tile-queries.ts';

/** A round for programs: each tile with its result, or with the error that prevented it. */
export function describeResponses({ dashboard, query, responses, problem }: RoundState) {
  return {
    id: dashboard.id,
    name: dashboard.name,
    ...query,
    ...(problem !== undefined && { problem }),
    tiles: dashboard.tiles.map(({ id, name, config: { displayType } }) => ({
      id,
      name,
      displayType,
      ...describe(responses.get(id)),
    })),
  };
}

function describe(response: TileResponse | undefined) {
  if (response === undefined) return {};
  if ('result' in response) return { result: response.result };
  const { error, problem } = response;
  return {
    error: {
      ...(error instanceof PenstockError && { code: error.code, status: error.status }),
      detail: problem,
      ...(error instanceof ApiError && error.errors.length > 0 && { errors: error.errors }),
    },
  };
}
