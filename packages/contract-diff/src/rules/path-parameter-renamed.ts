import type { Rule } from './rule.ts';

export const pathParameterRenamed: Rule = {
  id: 'path-parameter-renamed',
  why: 'URLs stay as they are, but generated clients and servers use the name of the parameter and no longer compile.',
  instead: 'Keep the name. The description can mention a better one.',
  operation(base, revision) {
    const before = parameterNames(base.path);
    const after = parameterNames(revision.path);
    const renamed = before.findIndex((name, index) => name !== after[index]);
    if (renamed === -1) return undefined;
    return {
      summary: `The path parameter {${before[renamed]}} was renamed to {${after[renamed]}}.`,
      pointer: '',
      before: base.path,
      after: revision.path,
    };
  },
};

function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}
