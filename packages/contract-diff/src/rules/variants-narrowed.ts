import type { Direction } from '../change.ts';
import { isObject } from '../documents/openapi.ts';
import type { Rule } from './rule.ts';

/** The properties of one variant. */
interface Variant {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** `x-variants` of a schema, and the names of all of its properties. */
interface MarkedSchema {
  readonly variants: Readonly<Record<string, Variant>>;
  readonly properties: readonly string[];
}

const NOTHING: Variant = { required: [], optional: [] };

export const variantsNarrowed: Rule = {
  id: 'variants-narrowed',
  why: 'Clients send objects that were accepted, and read properties that were present.',
  instead: 'Keep the properties of a variant; add new ones as optional.',
  nodeChange({ property, base, revision }, directions) {
    if (property !== 'x-variants') return undefined;
    const [before, now] = [markIn(base?.value), markIn(revision?.value)];
    const found = narrowingsOf(before ?? unmarked(now), now ?? unmarked(before), directions);
    return found.length === 0 ? undefined : found.join(' ');
  },
};

/** Reads the mark; undefined if there is none. Documents of others may have an extension of this name in another form. */
function markIn(value: unknown): MarkedSchema | undefined {
  if (!isObject(value) || !isObject(value.variants)) return undefined;
  const variants = Object.entries(value.variants).map(([name, variant]) => {
    const { required, optional } = isObject(variant) ? variant : {};
    return [name, { required: namesIn(required), optional: namesIn(optional) }];
  });
  return { variants: Object.fromEntries(variants), properties: namesIn(value.properties) };
}

/** The same schema without a mark: every property is optional in every variant. */
function unmarked({ variants, properties }: MarkedSchema = { variants: {}, properties: [] }): MarkedSchema {
  return { variants: Object.fromEntries(Object.keys(variants).map((value) => [value, NOTHING])), properties };
}

/** What narrows in the variants and properties that both schemas have. A removed one is reported by other rules. */
function narrowingsOf(before: MarkedSchema, now: MarkedSchema, directions: ReadonlySet<Direction>): string[] {
  const values = Object.keys(before.variants).filter((value) => Object.hasOwn(now.variants, value));
  return values.flatMap((value) => {
    const lost = before.properties.filter(
      (name) =>
        now.properties.includes(name) && belongsTo(before, value, name) && !belongsTo(now, value, name),
    );
    const wasRequired = before.variants[value]?.required ?? [];
    const isRequired = now.variants[value]?.required ?? [];
    const added = directions.has('request') ? isRequired.filter((name) => !wasRequired.includes(name)) : [];
    const relaxed = directions.has('response')
      ? wasRequired.filter((name) => !isRequired.includes(name) && !lost.includes(name))
      : [];
    return [
      ...lost.map((name) => `\`${value}\` lost \`${name}\`.`),
      ...added.map((name) => `\`${value}\` requires \`${name}\`.`),
      ...relaxed.map((name) => `\`${value}\` no longer always has \`${name}\`.`),
    ];
  });
}

/** Whether objects of a variant may have a property. A property that no variant lists is common to all. */
function belongsTo({ variants }: MarkedSchema, value: string, name: string): boolean {
  const isListed = Object.values(variants).some((variant) => listed(variant).includes(name));
  return !isListed || listed(variants[value]).includes(name);
}

function listed({ required, optional }: Variant = NOTHING): string[] {
  return [...required, ...optional];
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
