import { type Html, html } from '../html.ts';

/** Who takes which package, and what for. */
export interface Audience {
  readonly who: string;
  readonly takes: readonly string[];
  readonly purpose: Html;
}

export const audiences: readonly Audience[] = [
  {
    who: 'You write the API',
    takes: ['openapi/', '@penstock/contract'],
    purpose: html`Edit the YAML, run <code>pnpm generate</code>: lint, bundles, types and the operation table follow in one step.`,
  },
  {
    who: 'You call the API',
    takes: ['@penstock/client'],
    purpose: html`A typed fetch client for both surfaces, with one error class.`,
  },
  {
    who: 'You build a front end',
    takes: ['@penstock/mock'],
    purpose: html`<code>pnpm mock</code> answers for both surfaces from the examples of the contract, before any server exists.`,
  },
  {
    who: 'You implement the service',
    takes: ['@penstock/server', '@penstock/reference-server'],
    purpose: html`Typed Express stubs that check every request, and a working server to measure yours against. Its pipes are simulated and its alerts are not evaluated: it moves no data and calls no webhook.`,
  },
  {
    who: 'You guard the contract in CI',
    takes: ['@penstock/contract-diff', '@penstock/conformance'],
    purpose: html`A change that breaks somebody stops before it is released, and a server that does not keep the contract is told where.`,
  },
];
