// Copies text, and reports the result in the button for two seconds.

/**
 * @param {HTMLElement} button
 * @param {() => string | Promise<string>} content returns the text, or a promise of it: browsers forbid the clipboard after waiting
 *   for a response
 */
export function copyOnClick(button, content) {
  const { textContent: label } = button;
  button.addEventListener('click', async () => {
    button.textContent = await copied(content);
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

/** @param {() => string | Promise<string>} content */
async function copied(content) {
  const text = plainText(content);
  const results = await Promise.allSettled([text, write(text)]);
  return results.every(({ status }) => status === 'fulfilled') ? 'Copied' : 'Cannot copy';
}

/** @param {() => string | Promise<string>} content */
async function plainText(content) {
  return new Blob([await content()], { type: 'text/plain' });
}

/** Browsers forbid the clipboard on pages without https, except those of this machine. @param {Promise<Blob>} text */
async function write(text) {
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
