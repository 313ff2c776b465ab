// Offers the form of an operation on its page. Everything else is loaded when the visitor opens it.
import { button } from './element.js';

for (const mount of document.querySelectorAll('[data-try]')) {
  const open = button(
    'Open the form',
    async () => {
      open.disabled = true;
      const { openTryIt } = await import('./open.js');
      await openTryIt(/** @type {HTMLElement} */ (mount)).catch((error) => {
        open.disabled = false;
        open.after(` ${error.message}`);
      });
    },
    { class: 'button primary' },
  );
  mount.append(open);
}
