// Loads the page again when the site was built anew, and shows what is wrong with its sources until it is mended.

const events = new EventSource('/@dev/events');
events.addEventListener('reload', () => location.reload());
events.addEventListener('problems', ({ data }) => show(JSON.parse(data)));

const place = document.createElement('section');
place.id = 'dev-problems';
place.setAttribute('role', 'alert');
place.hidden = true;
document.body.append(place);

function show(problems) {
  place.hidden = problems.length === 0;
  const title = document.createElement('strong');
  title.textContent =
    problems.length === 1 ? '1 problem in the sources' : `${problems.length} problems in the sources`;
  const text = document.createElement('pre');
  text.textContent = problems.join('\n\n');
  place.replaceChildren(title, text);
}
