/** The version of this package. A test compares it with package.json, which not every runtime can import. */
export const VERSION = '0.0.0';
