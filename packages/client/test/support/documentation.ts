import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const clientPackage = join(import.meta.dirname, '../..');

/** Returns the TypeScript snippets of the README and of `docs/`. Together they are one program, in this order. */
export function documentationSnippets(): string[] {
  const guides = readdirSync(join(clientPackage, 'docs')).sort();
  const pages = ['README.md', ...guides.map((name) => `docs/${name}`)];
  return pages.flatMap((page) => {
    const text = readFileSync(join(clientPackage, page), 'utf8');
    return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, snippet = '']) => snippet);
  });
}
