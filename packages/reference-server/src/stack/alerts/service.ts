import { SHOWN_AS_STORED, type StackService, type StackServiceParts, stackService } from '../base/service.ts';
import { type Alert, type AlertBody, checkAlert, defineAlert } from './alert.ts';
import { brokenAlertReferences } from './references.ts';
import type { AlertFilter } from './repository.ts';

/** The rules of alerts. Alerts are stored; nothing evaluates them yet. */
export type AlertService = StackService<Alert, AlertBody, AlertFilter>;

export function alertService(parts: StackServiceParts): AlertService {
  return stackService<Alert, AlertBody, AlertFilter>(parts, {
    ...SHOWN_AS_STORED,
    list: 'alerts',
    repository: ({ alerts }) => alerts,
    alsoOwned: ['state', 'dashboard', 'savedSearch', 'lastEvaluation'],
    check: checkAlert,
    brokenReferences: brokenAlertReferences,
    define: defineAlert,
  });
}
