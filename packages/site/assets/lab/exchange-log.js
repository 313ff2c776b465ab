// The requests of the lab, the last one first.
import { element } from './element.js';
import { exchangeView, outcome } from './exchange-view.js';
import { liveRegion } from './live-region.js';

/** The number of exchanges that stay on the page. */
const MANY = 12;

/** @param {import('./site-data.js').Terms} terms */
export function exchangeLog(terms) {
  const status = liveRegion();
  const list = element('div', { class: 'lab-results' });
  return {
    element: element('div', {}, status.element, list),
    /** @param {readonly import('./send.js').Exchange[]} exchanges */
    display(exchanges) {
      for (const previous of list.children) previous.removeAttribute('open');
      for (const exchange of exchanges) list.prepend(exchangeView(exchange, terms));
      while (list.childElementCount > MANY) list.lastElementChild?.remove();
      const outcomes = exchanges.map((exchange) => `${exchange.form.summary}: ${outcome(exchange, terms)}`);
      status.announce(outcomes.join('; '));
    },
    /** @param {string} reason why a request could not be sent */
    explain(reason) {
      status.display(reason);
    },
  };
}
