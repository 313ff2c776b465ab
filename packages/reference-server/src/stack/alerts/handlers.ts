import type {
  AlertHistoryEntry,
  AlertPreview,
  AlertPreviewQuery,
  Readable,
  Writable,
} from '@penstock/contract';
import { managementEnvelope, observabilityEnvelope } from '../base/envelopes.ts';
import type { PageRequest } from '../base/page.ts';
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
      listStackAlertHistory: async (request: HistoryRequest, context: TenantContext) => ({
        status,
        body: managed.list(await list(request, context), request.query, context),
      }),
      previewStackAlert: async ({ body }: PreviewRequest, context: TenantContext) => ({
        status,
        body: managementEnvelope<Preview, Preview>().item(await preview(body, context), context),
      }),
    },
    observability: {
      listAlertHistory: async (request: HistoryRequest, context: TenantContext) => ({
        status,
        body: observed.list(await list(request, context), request.query),
      }),
      previewAlert: async ({ body }: PreviewRequest, context: TenantContext) => ({
        status,
        body: observabilityEnvelope<Preview, Preview>().item(await preview(body, context)),
      }),
    },
  };
}
