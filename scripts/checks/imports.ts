import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { FLOORS } from './floors.ts';

/** An import that violates a rule of floors.ts. */
export interface ImportViolation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the imports below `workspace` that violate a rule. Workspace packages are read from their sources. */
export async function importViolations(workspace: string): Promise<ImportViolation[]> {
  const { output } = await cruise(['packages', 'scripts'], {
    baseDir: workspace,
    exclude: { path: '(^|/)(node_modules|dist|public)/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['@penstock/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
    ruleSet: { forbidden: [...FLOORS] },
    tsPreCompilationDeps: true,
    validate: true,
  });
  const { violations } = (output as ICruiseResult).summary;
  return violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
