/** The version of this package. It is repeated here, because not every runtime can import package.json; a test compares them. */
export const VERSION = '0.0.0';
