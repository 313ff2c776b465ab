// Remembers the language of the samples for all pages, and adds a copy button to each sample.

const key = 'penstock.language';
const choices = [...document.querySelectorAll('.tabs.language input')];

select(read());
for (const choice of choices) {
  choice.addEventListener('change', () => {
    select(choice.value);
    write(choice.value);
  });
}
for (const figure of document.querySelectorAll('.samples figure')) addCopyButton(figure);

function select(language) {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
}

// A browser can forbid storage.
function read() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(language) {
  try {
    localStorage.setItem(key, language);
  } catch {
    // The choice lasts as long as the page.
  }
}

function addCopyButton(figure) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = await copied(figure.querySelector('pre').textContent);
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  figure.querySelector('figcaption').append(button);
}

// Browsers forbid the clipboard on pages without https, except those of this machine.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Cannot copy';
  }
}
