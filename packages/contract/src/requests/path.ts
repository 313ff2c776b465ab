/** Whether a path is percent-encoded UTF-8 (RFC 3986 section 2.1). No parameter can be read from any other path. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
