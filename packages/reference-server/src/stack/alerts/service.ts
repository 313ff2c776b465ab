import { type StackService, type StackServiceParts, stackService, VIEW_AS_STORED } from '../base/service.ts';
import { type Alert, type AlertBody, defineAlert } from './alert.ts';
import { brokenAlertReferences, type ReferredRepositories } from './references.ts';
import type { AlertFilter, AlertRepository } from './repository.ts';

/** The rules of alerts. A worker with an engine evaluates them. */
export type AlertService = StackService<Alert, AlertBody, AlertFilter>;

interface Repositories extends ReferredRepositories {
  readonly alerts: AlertRepository;
}

export function alertService(parts: StackServiceParts<Repositories>): AlertService {
  return stackService<Repositories, Alert, AlertBody, AlertFilter>(parts, {
    ...VIEW_AS_STORED,
    list: 'alerts',
    repository: ({ alerts }) => alerts,
    alsoOwned: ['state', 'dashboard', 'savedSearch'],
    observed: ['lastEvaluation'],
    check: () => [],
    brokenReferences: brokenAlertReferences,
    define: defineAlert,
  });
}
