import type {
  AlertHistoryEntry,
  AlertPreview,
  AlertPreviewQuery,
  Readable,
  Writable,
} from '@penstock/contract';
import { managementEnvelope, observabilityEnvelope } from '../base/envelopes.ts';
import type { PageRequest } from '../base/page.ts';
import { pageResponse } from '../base/page-response.ts';
import type { TenantContext } from '../base/tenant.ts';
import type { AlertHistory, HistoryFilter } from './history.ts';
import type { alertPreview } from './preview.ts';

interface HistoryRequest {
  readonly params: { readonly alertId: string };
  readonly query: PageRequest & HistoryFilter;
}

interface PreviewRequest {
  readonly body: Writable<AlertPreviewQuery>;
}

type Entry = Readable<AlertHistoryEntry>;
type Preview = Readable<AlertPreview>;

const status = 200 as const;

/** The operations of alerts beyond the standard ones, on both surfaces. */
export function evaluationHandlers(history: AlertHistory, preview: ReturnType<typeof alertPreview>) {
  const managed = managementEnvelope<Entry, Entry>();
  const observed = observabilityEnvelope<Entry, Entry>();
  const list = ({ params, query }: HistoryRequest, { tenantId }: TenantContext) =>
    history.list(tenantId, params.alertId, query);
  return {
    management: {
      listStackAlertHistory: async (request: HistoryRequest, context: TenantContext) =>
        pageResponse(
          await list(request, context),
          (page) => managed.list(page, request.query, context),
          managed.itemsOf,
        ),
      previewStackAlert: async ({ body }: PreviewRequest, context: TenantContext) => ({
        status,
        body: managementEnvelope<Preview, Preview>().item(await preview(body, context), context),
      }),
    },
    observability: {
      listAlertHistory: async (request: HistoryRequest, context: TenantContext) =>
        pageResponse(
          await list(request, context),
          (page) => observed.list(page, request.query),
          observed.itemsOf,
        ),
      previewAlert: async ({ body }: PreviewRequest, context: TenantContext) => ({
        status,
        body: observabilityEnvelope<Preview, Preview>().item(await preview(body, context)),
      }),
    },
  };
}
