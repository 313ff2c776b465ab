// The requests of the lab, the last one first.
import { element } from './element.js';
import { exchangeView, outcome } from './exchange-view.js';

/** The number of exchanges that stay on the page. */
const MANY = 12;

/** @param {import('./site-data.js').Terms} terms */
export function exchangeLog(terms) {
  const status = element('p', { class: 'lab-note', role: 'status' });
  const list = element('div', { class: 'lab-results' });
  return {
    element: element('div', {}, status, list),
    /** @param {readonly import('./send.js').Exchange[]} exchanges */
    display(exchanges) {
      for (const exchange of exchanges) list.prepend(exchangeView(exchange, terms));
      while (list.childElementCount > MANY) list.lastElementChild?.remove();
      const outcomes = exchanges.map((exchange) => `${exchange.form.summary}: ${outcome(exchange, terms)}`);
      status.textContent = outcomes.join('; ');
    },
    /** @param {string} reason why a request could not be sent */
    explain(reason) {
      status.textContent = reason;
    },
  };
}
