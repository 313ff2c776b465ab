// Displays only the changes of the operations that the reader chooses, and remembers them.
import { rememberChoice, rememberedChoice } from '../memory/choices.js';

const OPERATIONS = 'operations';
const chooser = document.querySelector('.chooser');
if (chooser) connect();

function connect() {
  const boxes = [...chooser.querySelectorAll('input')];
  const reset = chooser.querySelector('button');
  const remembered = rememberedOperations();
  for (const box of boxes) {
    box.checked = remembered.includes(box.value);
    box.addEventListener('change', () => choose(chosen(boxes)));
  }
  reset.addEventListener('click', () => {
    for (const box of boxes) box.checked = false;
    choose([]);
  });
  chooser.hidden = false;
  display(chosen(boxes));
}

function chosen(boxes) {
  return boxes.filter(({ checked }) => checked).map(({ value }) => value);
}

function choose(operations) {
  rememberChoice(OPERATIONS, operations);
  display(operations);
}

/** Changes of the whole document concern every reader. */
function display(operations) {
  for (const change of document.querySelectorAll('[data-operations]')) {
    const affected = change.dataset.operations.split(' ').filter(Boolean);
    change.hidden =
      operations.length > 0 && affected.length > 0 && !affected.some((id) => operations.includes(id));
  }
  for (const section of document.querySelectorAll('section.changes')) {
    section.hidden = section.querySelector('[data-operations]:not([hidden])') === null;
  }
  chooser.querySelector('button').disabled = operations.length === 0;
  report(operations.length);
}

function report(count) {
  const changes = [...document.querySelectorAll('li[data-operations]')];
  const visible = changes.filter(({ hidden }) => !hidden).length;
  const status = document.querySelector('.chosen');
  status.hidden = count === 0;
  const chosen = count === 1 ? 'the operation' : `the ${count} operations`;
  status.textContent = `${visible} of ${changes.length} changes concern ${chosen} that you chose, or the whole API.`;
}

/** Another program can change the stored value. */
function rememberedOperations() {
  const stored = rememberedChoice(OPERATIONS);
  return Array.isArray(stored) ? stored : [];
}
