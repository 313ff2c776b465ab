// Opens the search from the navigation bar and from the keyboard. The dialog is loaded on first use.

const button = document.querySelector('.search-button');
button.hidden = false;
button.addEventListener('click', open);
// Captured before the shortcuts of Scalar, which overlap.
addEventListener('keydown', openByKey, { capture: true });

function openByKey(event) {
  if (!isShortcut(event)) return;
  event.preventDefault();
  event.stopPropagation();
  open();
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }) {
  if (key.toLowerCase() === 'k') return (ctrlKey || metaKey) && !altKey;
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target);
}

function isTyping(target) {
  return target.isContentEditable || Boolean(target.closest?.('input, textarea, select, [role="textbox"]'));
}

async function open() {
  const { openSearch } = await import('./dialog.js');
  openSearch();
}
