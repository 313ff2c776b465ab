// The servers that the policy of the page permits.
import { element, uniqueId } from './element.js';

/**
 * Returns the origins that requests can be sent to, the preselected one first: those that the site was built for, and that of the
 * page. The server of the contract is not included, because the page cannot reach it.
 *
 * @param {string} ownOrigin
 * @param {string} configured origins, separated by spaces
 */
export function serversOf(ownOrigin, configured) {
  return [...configured.split(' ').filter((origin) => origin !== '' && origin !== ownOrigin), ownOrigin];
}

/**
 * @param {import('./session.js').Session} session
 * @param {readonly string[]} servers
 */
export function serverChoice(session, servers) {
  const current = () => {
    const { server = '' } = session.memory;
    return servers.includes(server) ? server : (servers[0] ?? location.origin);
  };
  const select = element('select', {
    id: uniqueId('server'),
    // Credentials and ids of one server must not be sent to another one.
    change: () => {
      session.forget();
      session.remember({ server: select.value });
    },
  });
  select.append(...servers.map((server) => element('option', { value: server }, server)));
  select.value = current();
  session.onChange(() => {
    select.value = current();
  });
  const row =
    servers.length === 1
      ? element('p', {}, 'Requests go to ', element('code', {}, current()), '.')
      : element('p', { class: 'lab-field' }, element('label', { for: select.id }, 'Server'), select);
  return { element: row, current };
}
