// A button that copies text.
import { button } from './element.js';

/**
 * @param {string} label
 * @param {() => string} text
 */
export function copyButton(label, text) {
  const copy = button(label, async () => {
    // The clipboard exists only on https and on loopback.
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    copy.textContent = copied ? 'Copied' : 'Select the text and copy it';
    setTimeout(() => {
      copy.textContent = label;
    }, 2000);
  });
  return copy;
}
