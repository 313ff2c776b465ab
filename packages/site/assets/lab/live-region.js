// Reports the outcome of a request.
import { element } from './element.js';

export function liveRegion() {
  const region = element('p', { class: 'lab-note', role: 'status' });
  return {
    element: region,
    /** Displays a text that is nowhere else on the page. @param {string} text */
    display(text) {
      region.classList.remove('lab-unseen');
      region.textContent = text;
    },
    /** Announces a text to screen readers, because the page displays it elsewhere. @param {string} text */
    announce(text) {
      region.classList.add('lab-unseen');
      region.textContent = text;
    },
  };
}
