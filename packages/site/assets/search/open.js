// Opens the search from the bar and from the keyboard. What searches is loaded when it is first needed.

const button = document.querySelector('.search-button');
button.hidden = false;
button.addEventListener('click', open);
// Before the page's own keys, some of which the reference has too.
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
