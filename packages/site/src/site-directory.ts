import { fileURLToPath } from 'node:url';

/** The built folder. src/ and dist/ are both one level below the package. */
export const siteDirectory = fileURLToPath(new URL('../public', import.meta.url));
