/** Returns the title of a group: `Saved searches` for the tag `saved-searches`. */
export function groupTitle(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ');
}
