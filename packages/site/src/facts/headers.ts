import type { Contract } from '../contract/contract.ts';
import type { Header } from '../contract/openapi.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** Headers of answers: `headers <component> …`. */
export function headers({ bundles }: Contract, ...components: string[]): string {
  const [bundle] = bundles;
  const rows = components.map((component) => {
    const header = known(bundle?.document.components.headers?.[component], `header ${component}`) as Header;
    return [codeSpan(headerName(component)), header.description, codeSpan(String(header.example))];
  });
  return table(['header', 'meaning', 'example'], rows);
}

/** `RateLimitPolicy` is sent as `RateLimit-Policy`, and `RateLimit` as it is. */
function headerName(component: string): string {
  return component.replace(/(?<=[a-z])(?=[A-Z])/g, '-').replace('Rate-Limit', 'RateLimit');
}
