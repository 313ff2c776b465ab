import { registerHooks } from 'node:module';
import { TextDocument } from 'vscode-languageserver-textdocument';

// GitHub's parser imports JSON without an import attribute, which its bundlers accept and Node does not.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice');

/** Returns GitHub's errors in a workflow or an action: keys, types, and names in expressions. */
export async function githubDiagnostics(file: string, text: string): Promise<string[]> {
  const diagnostics = await validate(TextDocument.create(`file:///${file}`, 'yaml', 0, text));
  return diagnostics.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`).sort();
}
