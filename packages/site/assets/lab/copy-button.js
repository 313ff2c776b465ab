// A button that copies text.
import { copyOnClick } from '../copy/clipboard.js';
import { element } from './element.js';

/**
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text) {
  const copy = element('button', { type: 'button', class: 'button' }, label);
  copyOnClick(copy, text);
  return copy;
}
