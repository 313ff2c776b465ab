import type { ManagementHandlers, ObservabilityHandlers } from '@penstock/server';
import type { ApiKeyPrincipal, TokenPrincipal } from '../access/principal.ts';
import type { AccessService } from '../access/service.ts';
import { createdHeaders, entityTag } from '../concurrency/entity-tag.ts';
import { repeatable } from '../idempotency/request.ts';
import type { AlertService } from './service.ts';

/** The alert operations of `/v1`: the tenant is the service of the path. */
export function stackAlertHandlers(
  access: AccessService,
  alerts: AlertService,
): Pick<ManagementHandlers<ApiKeyPrincipal>, 'createStackAlert' | 'getStackAlert'> {
  return {
    async createStackAlert({ params, headers, body }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const request = repeatable('createStackAlert', principal, headers, [serviceId, body]);
      const created = await alerts.create(serviceId, body, request);
      return {
        status: 200,
        headers: createdHeaders(created),
        body: { status: 200, requestId, result: created.alert },
      };
    },
    async getStackAlert({ params }, { principal, requestId }) {
      const serviceId = await access.requireService(principal, params);
      const { alert, version } = await alerts.get(serviceId, params.alertId);
      return {
        status: 200,
        headers: { ETag: entityTag(version) },
        body: { status: 200, requestId, result: alert },
      };
    },
  };
}

/** The alert operations of `/api/v2`: the tenant is the team of the token. */
export function alertHandlers(
  alerts: AlertService,
): Pick<ObservabilityHandlers<TokenPrincipal>, 'createAlert' | 'getAlert'> {
  return {
    async createAlert({ headers, body }, { principal }) {
      const request = repeatable('createAlert', principal, headers, [body]);
      const created = await alerts.create(principal.teamId, body, request);
      return { status: 200, headers: createdHeaders(created), body: { data: created.alert } };
    },
    async getAlert({ params }, { principal }) {
      const { alert, version } = await alerts.get(principal.teamId, params.alertId);
      return { status: 200, headers: { ETag: entityTag(version) }, body: { data: alert } };
    },
  };
}
