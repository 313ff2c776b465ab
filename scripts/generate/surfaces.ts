import { join } from 'node:path';

/** The two documents of the contract, in the order in which every generated file lists them. */
export const SURFACES = ['management', 'observability'] as const;

export type Surface = (typeof SURFACES)[number];

/** Folders that contain only generated files: any other file in them is drift. */
export const GENERATED_FOLDERS = [
  'packages/client/src/generated',
  'packages/contract/openapi',
  'packages/contract/src/generated',
  'packages/server/src/generated',
];

/** The hand-written root document of a surface. */
export function rootDocument(workspace: string, surface: Surface): string {
  return join(workspace, 'openapi', `${surface}.yaml`);
}

/** Where the bundle of a surface goes, relative to the workspace. */
export function bundlePath(surface: Surface, format: 'yaml' | 'json' | 'oneof.yaml'): string {
  return `packages/contract/openapi/${surface}.${format}`;
}

/** `management` is `Management` in type names. */
export function typePrefix(surface: Surface): 'Management' | 'Observability' {
  return surface === 'management' ? 'Management' : 'Observability';
}
