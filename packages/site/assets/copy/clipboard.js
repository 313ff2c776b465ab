// Copies text, and reports the result in the button for two seconds.

/** @param content returns the text, or a promise of it: browsers forbid the clipboard after waiting for a response */
export function copyOnClick(button, content) {
  const { textContent: label } = button;
  button.addEventListener('click', async () => {
    button.textContent = await copied(content());
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

// Browsers forbid the clipboard on pages without https, except those of this machine.
async function copied(content) {
  try {
    const text = Promise.resolve(content).then((plain) => new Blob([plain], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    return 'Copied';
  } catch {
    return 'Cannot copy';
  }
}
