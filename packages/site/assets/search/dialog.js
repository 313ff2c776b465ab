// The search: a dialog with a combobox, and the results in a list below it.
import { find } from './find.js';

const KINDS = {
  operation: 'Operations',
  group: 'Groups of operations',
  event: 'Webhook events',
  field: 'Fields',
  error: 'Error codes',
  guide: 'Guides',
  sample: 'Code samples',
  decision: 'Decisions',
};

const siteRoot = new URL('..', import.meta.url);
const dialog = createDialog();
const input = dialog.querySelector('input');
const list = dialog.querySelector('[role="listbox"]');
const status = dialog.querySelector('[role="status"]');
let latest = 0;

export function openSearch() {
  if (dialog.open) return input.select();
  dialog.showModal();
  input.select();
  displayResults();
}

function createDialog() {
  const element = document.createElement('dialog');
  element.className = 'search';
  element.setAttribute('aria-label', 'Search');
  element.innerHTML = `
<form method="dialog" role="search">
<input type="text" role="combobox" aria-label="Search operations, fields, error codes and guides" aria-autocomplete="list" aria-expanded="false" aria-controls="search-results" placeholder="Operations, fields, error codes, guides" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
<button type="button" class="close" aria-label="Esc: close the search">Esc</button>
</form>
<p role="status"></p>
<div id="search-results" role="listbox" aria-label="Results"></div>
<p class="keys" aria-hidden="true"><kbd>↑</kbd> <kbd>↓</kbd> select · <kbd>Enter</kbd> open · <kbd>Esc</kbd> close</p>`;
  element.querySelector('.close').addEventListener('click', () => element.close());
  element.querySelector('form').addEventListener('submit', (event) => event.preventDefault());
  element.querySelector('input').addEventListener('input', displayResults);
  element.querySelector('input').addEventListener('keydown', move);
  // The browser closes a dialog after a delay, and the input keeps the focus until the next frame: the next key would be lost.
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    element.close();
    event.target.blur();
  });
  element.addEventListener('click', (event) => {
    // A click on the backdrop is one on the dialog itself; one on a result follows its link.
    if (event.target === element || event.target.closest('a')) element.close();
  });
  document.body.append(element);
  return element;
}

async function displayResults() {
  const query = input.value.trim();
  const current = ++latest;
  if (query === '') return display([], 'Type to search.');
  try {
    const results = await find(query);
    // Ignore the results of an outdated query.
    if (current === latest)
      display(results, results.length === 0 ? `Nothing found for “${query}”.` : counted(results));
  } catch {
    if (current === latest)
      display([], 'The search index could not be loaded. Reload the page and try again.');
  }
}

function counted({ length }) {
  return length === 1 ? '1 result' : `${length} results`;
}

function display(results, message) {
  status.textContent = message;
  const groups = Object.entries(KINDS).map(([kind, title]) => ({
    kind,
    title,
    items: results.filter((result) => result.kind === kind),
  }));
  const ranked = groups
    .filter(({ items }) => items.length > 0)
    .sort((one, other) => other.items[0].score - one.items[0].score);
  list.replaceChildren(...ranked.map(groupElement));
  input.setAttribute('aria-expanded', String(ranked.length > 0));
  select(options()[0]);
}

function groupElement({ kind, title, items }) {
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-labelledby', `search-${kind}`);
  const heading = document.createElement('p');
  heading.id = `search-${kind}`;
  heading.textContent = title;
  group.append(heading, ...items.map((item, index) => optionElement(item, `${kind}-${index}`)));
  return group;
}

function optionElement({ title, context, urls }, id) {
  const option = document.createElement('a');
  option.id = `search-${id}`;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', 'false');
  option.tabIndex = -1;
  option.href = nearest(urls).href;
  const name = document.createElement('span');
  name.textContent = title;
  const where = document.createElement('small');
  where.textContent = context;
  option.append(name, ' ', where);
  option.addEventListener('mousemove', () => select(option));
  return option;
}

/** Returns the link on the current page, if the entry is on both surfaces. */
function nearest(urls) {
  const targets = urls.map((url) => new URL(url, siteRoot));
  return targets.find(({ pathname }) => pathname === location.pathname) ?? targets[0];
}

function move(event) {
  const all = options();
  const current = all.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && all.length > 0) {
    event.preventDefault();
    select(all[(current + step + all.length) % all.length]);
  }
  // While an input method composes text, it handles Enter.
  if (event.key === 'Enter' && !event.isComposing) all[current]?.click();
}

function options() {
  return [...list.querySelectorAll('[role="option"]')];
}

function select(chosen) {
  for (const option of options()) option.setAttribute('aria-selected', String(option === chosen));
  if (!chosen) return input.removeAttribute('aria-activedescendant');
  input.setAttribute('aria-activedescendant', chosen.id);
  chosen.scrollIntoView({ block: 'nearest' });
}
