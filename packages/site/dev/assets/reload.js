// Reloads the page after a build, and displays the errors in the sources.

const events = new EventSource('/@dev/events');
events.addEventListener('reload', () => location.reload());
events.addEventListener('problems', ({ data }) => display(JSON.parse(data)));

const panel = document.createElement('section');
panel.id = 'dev-problems';
panel.setAttribute('role', 'alert');
panel.hidden = true;
document.body.append(panel);

function display(problems) {
  panel.hidden = problems.length === 0;
  const title = document.createElement('strong');
  title.textContent =
    problems.length === 1 ? '1 error in the sources' : `${problems.length} errors in the sources`;
  const text = document.createElement('pre');
  text.textContent = problems.join('\n\n');
  panel.replaceChildren(title, text);
}
