import { type Html, html } from '../html.ts';

/** A task, and the packages for it. */
export interface Audience {
  readonly task: string;
  readonly packages: readonly string[];
  readonly purpose: Html;
}

export const audiences: readonly Audience[] = [
  {
    task: 'Write the API',
    packages: ['openapi/', '@penstock/contract'],
    purpose: html`Edit the YAML and run <code>pnpm generate</code>. It lints and bundles the documents, and generates types and the operation table.`,
  },
  {
    task: 'Call the API',
    packages: ['@penstock/client'],
    purpose: html`A typed fetch client for both surfaces, with retries, paging and typed errors.`,
  },
  {
    task: 'Build a front end',
    packages: ['@penstock/mock'],
    purpose: html`<code>pnpm mock</code> serves both surfaces with the examples of the contract. You need no other server.`,
  },
  {
    task: 'Implement the service',
    packages: ['@penstock/server', '@penstock/reference-server'],
    purpose: html`Typed Express stubs that validate every request, and a working server to compare yours with. The reference server simulates its pipes: it moves no data, evaluates no alerts and calls no webhooks.`,
  },
  {
    task: 'Check the contract in CI',
    packages: ['@penstock/contract-diff', '@penstock/conformance'],
    purpose: html`The gate rejects breaking changes before a release. The conformance kit lists every violation of a server, with its location.`,
  },
];
