/**
 * Returns the markup of `404.html` for an unknown path, with links that work there.
 *
 * @param path the unknown path, relative to the site's folder, such as `guides/unknown`
 */
export function notFoundAt(path: string, markup: string): string {
  const toRoot = '../'.repeat(path.split('/').length - 1);
  return markup.replace(/(\s(?:href|src)=")(?![\w+.-]+:|[#/])/g, `$1${toRoot}`);
}
