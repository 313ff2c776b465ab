import type { AnswerPromise } from './answer.ts';
import type { Call } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Dashboard } from './contract-views.ts';
import type { Page } from './operation-types.ts';
import type { ServiceScope } from './service-scope.ts';

/** Which page of a list to get. */
export interface PageQuery {
  /** How many items the page holds at most, 1 to 1000. 100 if none is given. */
  readonly limit?: number;
  /** The `nextCursor` of the page before. Absent asks for the first page. */
  readonly cursor?: string;
}

/** The dashboards of a service. */
export interface Dashboards {
  /** Gets a page of the dashboards in the order of their creation (operation `listStackDashboards`). */
  list(query?: PageQuery, options?: CallOptions): AnswerPromise<Page<Dashboard>>;
}

export function createStackDashboards(call: Call, scope: ServiceScope): Dashboards {
  return {
    list: (query = {}, options) => call('listStackDashboards', { path: scope, query }, options),
  };
}
