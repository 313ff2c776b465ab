// Remembers the language of the samples for all pages, and adds a copy button to each sample.
import { copyOnClick } from '../copy/clipboard.js';

const key = 'penstock.language';
const choices = [...document.querySelectorAll('.tabs.language input')];

select(chosenByLink() ?? read());
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

// A link such as #samples-python leads to the label of a language. Other elements control nothing.
function chosenByLink() {
  return document.getElementById(location.hash.slice(1))?.control?.value;
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
  copyOnClick(button, () => figure.querySelector('pre').textContent);
  figure.querySelector('figcaption').append(button);
}
