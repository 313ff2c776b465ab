import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Location, Rule } from '../rule.ts';

const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;
const CAMEL_CASE = /^[a-z][A-Za-z0-9]*$/;

/** The folders of `components/` by Redocly's type of their content, and the format of their names. */
const KINDS: Record<string, { folder: string; form: RegExp; example: string }> = {
  Schema: { folder: 'schemas', form: PASCAL_CASE, example: 'PascalCase, such as `PipeCreate`' },
  Parameter: { folder: 'parameters', form: PASCAL_CASE, example: 'PascalCase, such as `PipeId`' },
  Header: { folder: 'headers', form: PASCAL_CASE, example: 'PascalCase, such as `RetryAfter`' },
  Response: { folder: 'responses', form: PASCAL_CASE, example: 'PascalCase, such as `NotFound`' },
  SecurityScheme: { folder: 'securitySchemes', form: CAMEL_CASE, example: 'camelCase, such as `basicAuth`' },
};

/** Requires the same name for the file, the component and the type. Only the sources have files. */
export const componentName: Rule = {
  number: 'P01',
  id: 'component-name',
  judges: 'sources',
  visitor(report) {
    const namesakes = new Map<string, Map<string, string[]>>();
    const judged = new Set<string>();

    /** The files of a folder of components by their names. */
    function filesByName(folder: string): Map<string, string[]> {
      const known = namesakes.get(folder);
      if (known) return known;
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const byName = Map.groupBy(
        files.filter((file) => file.endsWith('.yaml')),
        (file) => basename(file),
      );
      namesakes.set(folder, byName);
      return byName;
    }

    function judgeFile(file: string, { folder, form, example }: (typeof KINDS)[string], location: Location) {
      if (judged.has(file)) return;
      judged.add(file);
      const name = basename(file, '.yaml');
      if (!form.test(name))
        report(`${name} is not a valid component name. Rename the file in ${example}.`, location);
      const end = file.indexOf(`/components/${folder}/`) + `/components/${folder}`.length;
      const same = filesByName(file.slice(0, end)).get(basename(file)) ?? [];
      if (same.length < 2) return;
      report(`${same.join(' and ')} have the same name. Rename one of the files.`, location);
    }

    return {
      ref({ $ref }, { type, location: reference }, target) {
        const kind = type.name === undefined ? undefined : KINDS[type.name];
        // Another rule reports references that cannot be resolved.
        if (!kind || !target.location || target.node === undefined) return;
        const file = target.location.source.absoluteRef;
        const isFile = target.location.pointer === '#/' && file !== reference.source.absoluteRef;
        if (!isFile || !file.includes(`/components/${kind.folder}/`)) {
          report(
            `${$ref} is not a file of components/${kind.folder}. Move the target into such a file and refer to it.`,
            reference,
          );
          return;
        }
        judgeFile(file, kind, target.location);
        const [, key] = /^#\/components\/\w+\/([^/]+)$/.exec(reference.pointer) ?? [];
        const name = basename(file, '.yaml');
        if (key === undefined || key === name) return;
        report(`The component ${key} is the file ${name}.yaml. Give both the same name.`, reference);
      },
    };
  },
};
