import type { HeaderObject } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** Response headers: `headers <component> …`. */
export function headers({ bundles }: Contract, ...components: string[]): string {
  const [bundle] = bundles;
  const rows = components.map((component) => {
    const header = known(
      bundle?.document.components.headers?.[component],
      `header ${component}`,
    ) as HeaderObject;
    return [codeSpan(headerName(component)), header.description ?? '', codeSpan(String(header.example))];
  });
  return table(['header', 'meaning', 'example'], rows);
}

/** Returns `RateLimit-Policy` for `RateLimitPolicy`, and `RateLimit` for `RateLimit`. */
function headerName(component: string): string {
  return component.replace(/(?<=[a-z])(?=[A-Z])/g, '-').replace('Rate-Limit', 'RateLimit');
}
