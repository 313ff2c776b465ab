// The requests of the lab, the last one first.

import { callView, outcome } from './call-view.js';
import { element } from './element.js';
import { liveRegion } from './live-region.js';

/** The number of calls that stay on the page. */
const MANY = 12;

/** @param {import('./site-data.js').Terms} terms */
export function callLog(terms) {
  const status = liveRegion();
  const list = element('div', { class: 'lab-results' });
  return {
    element: element('div', {}, status.element, list),
    /** @param {readonly import('./send.js').Call[]} calls */
    display(calls) {
      for (const previous of list.children) previous.removeAttribute('open');
      for (const call of calls) list.prepend(callView(call, terms));
      while (list.childElementCount > MANY) list.lastElementChild?.remove();
      const outcomes = calls.map((call) => `${call.form.summary}: ${outcome(call, terms)}`);
      status.announce(outcomes.join('; '));
    },
    /** @param {string} reason why a request could not be sent */
    explain(reason) {
      status.display(reason);
    },
  };
}
