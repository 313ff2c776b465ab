// The picture of a life cycle. The current state is lit, and the states that the pipe was in are marked.
import { element } from './element.js';
import { loadPicture } from './site-data.js';

/** @param {import('./site-data.js').PipeLife} life */
export function pipePicture(life) {
  const frame = element('div', {
    class: 'lab-picture',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Life cycle',
  });
  let drawn = '';
  /** @type {SVGSVGElement | undefined} */
  let picture;

  return {
    element: frame,
    /**
     * @param {string} lifeCycle
     * @param {string} state
     * @param {ReadonlySet<string>} visited
     */
    async light(lifeCycle, state, visited) {
      const path = life.lifeCycles[lifeCycle]?.picture;
      if (path !== undefined && path !== drawn) {
        drawn = path;
        picture = await loadPicture(path);
        frame.replaceChildren(picture);
      }
      for (const node of picture?.querySelectorAll('.node') ?? []) {
        const name = node.textContent?.trim() ?? '';
        node.classList.toggle('lit', name === state);
        node.classList.toggle('visited', name !== state && visited.has(name));
        if (name === state) center(frame, node);
      }
    },
  };
}

/** On a phone, the picture is wider than its frame. @param {Element} frame @param {Element} node */
function center(frame, node) {
  const [outer, inner] = [frame.getBoundingClientRect(), node.getBoundingClientRect()];
  frame.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
