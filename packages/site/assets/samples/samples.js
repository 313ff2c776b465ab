// Remembers the language of the samples for all pages, and adds a copy button to each sample.
import { copyOnClick } from '../copy/clipboard.js';
import { rememberChoice, rememberedChoice } from '../memory/choices.js';

const LANGUAGE = 'language';
const choices = [...document.querySelectorAll('.tabs.language input')];

select(chosenByLink() ?? rememberedChoice(LANGUAGE));
for (const choice of choices) {
  choice.addEventListener('change', () => {
    select(choice.value);
    rememberChoice(LANGUAGE, choice.value);
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

function addCopyButton(figure) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  copyOnClick(button, () => figure.querySelector('pre').textContent);
  figure.querySelector('figcaption').append(button);
}
