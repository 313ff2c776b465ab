import { ProblemError } from '@penstock/server';
import { v7 as uuidv7 } from 'uuid';
import { notFound } from '../access/principal.ts';
import type { IdempotencyService, RepeatableRequest } from '../idempotency/service.ts';
import { type AlertCreateBody, checkAlert, defineAlert } from './alert.ts';
import { brokenReferences } from './references.ts';
import { type AlertRepository, alertRepository, type VersionedAlert } from './repository.ts';

/** The rules of alerts, the same on both surfaces. Alerts are stored; nothing evaluates them yet. */
export interface AlertService {
  /** @throws ProblemError 400 with one entry for each reference that leads nowhere. */
  create(
    tenantId: string,
    body: AlertCreateBody,
    request: RepeatableRequest,
  ): Promise<VersionedAlert & { readonly replayed: boolean }>;
  /** @throws ProblemError 404 if the tenant has no such alert. */
  get(tenantId: string, alertId: string): Promise<VersionedAlert>;
}

export function alertService(repository: AlertRepository, idempotency: IdempotencyService): AlertService {
  return {
    async create(tenantId, body, request) {
      refuse(
        'validation_failed',
        'The alert contradicts itself. Mend what errors names and send it again.',
        checkAlert(body),
      );
      const { value, replayed } = await idempotency.once(request, async (db): Promise<VersionedAlert> => {
        refuse(
          'reference_not_found',
          'What errors names cannot be resolved in this tenant. Create it first, or name something else.',
          await brokenReferences(db, tenantId, body),
        );
        const stored = { alert: defineAlert(body, uuidv7(), tenantId, new Date().toISOString()), version: 1 };
        await alertRepository(db).insert(tenantId, stored);
        return stored;
      });
      return { ...value, replayed };
    },

    async get(tenantId, alertId) {
      const found = await repository.find(tenantId, alertId);
      if (found === undefined) throw notFound();
      return found;
    },
  };
}

function refuse(
  code: 'validation_failed' | 'reference_not_found',
  detail: string,
  errors: ReturnType<typeof checkAlert>,
): void {
  if (errors.length > 0) throw new ProblemError({ code, detail, errors });
}
