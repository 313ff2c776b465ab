import type { Bump, Change } from './change.ts';

const BUMPS: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/**
 * The part of a version that changes ask for, by semantic versioning: breaking is major, additive is minor,
 * documentation is patch. Experimental operations promise nothing, so breaking them is minor; the changelog lists it.
 */
export function requiredBump(changes: readonly Pick<Change, 'impact' | 'tier'>[]): Bump {
  return highest(changes.map(bumpOf));
}

export function highest(bumps: readonly Bump[]): Bump {
  return BUMPS[Math.max(0, ...bumps.map((bump) => BUMPS.indexOf(bump)))] ?? 'none';
}

/**
 * Below 1.0 a breaking change is a minor one: semantic versioning promises nothing there, and package managers accept
 * `^0.2.0` for everything below 0.3.0.
 */
export function bumpAt(version: string, bump: Bump): Bump {
  return bump === 'major' && version.startsWith('0.') ? 'minor' : bump;
}

function bumpOf({ impact, tier }: Pick<Change, 'impact' | 'tier'>): Bump {
  if (impact === 'documentation') return 'patch';
  return impact === 'breaking' && tier !== 'experimental' ? 'major' : 'minor';
}

export function isAtLeast(bump: Bump, least: Bump): boolean {
  return BUMPS.indexOf(bump) >= BUMPS.indexOf(least);
}
