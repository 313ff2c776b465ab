/** Whether all of a path's percent-encoding is UTF-8 (RFC 3986, section 2.1); otherwise no parameter can be read from it. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
