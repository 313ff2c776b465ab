import type { OperationFacts } from '../contract/operation-facts.ts';
import { type Html, html } from '../html.ts';
import type { Drawing } from './drawing.ts';

export const stabilities: Readonly<Record<OperationFacts['stability'], string>> = {
  stable: 'Stable: no breaking change under this path prefix.',
  beta: 'Beta: the contract is stable; unavoidable breaking changes are announced.',
  experimental: 'Experimental: may change or be removed with any release; the changelog lists it.',
};

export const retries: Readonly<Record<OperationFacts['idempotency'], string>> = {
  safe: 'Changes nothing. You can always retry it.',
  idempotent: 'A retry changes nothing more.',
  keyed: 'Safe to retry with the same `Idempotency-Key`. Without one, each request creates another resource.',
  none: 'Not retryable in all cases: see the description.',
};

/** Draws the facts of an operation that decide how to call it. */
export function operationSummary(drawing: Drawing, operation: OperationFacts): Html {
  const { operationId, stability, idempotency, provenance } = operation;
  return html`<dl class="summary">
<div><dt>Operation</dt><dd><code>${operationId}</code>${drawing.provenance(provenance)}</dd></div>
<div><dt>Stability</dt><dd>${stabilities[stability]}</dd></div>
<div><dt>Retries</dt><dd>${drawing.phrase(retries[idempotency])}</dd></div>
</dl>`;
}
