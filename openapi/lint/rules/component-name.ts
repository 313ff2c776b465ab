import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { Location, Rule } from '../rule.ts';

const PASCAL_CASE = /^[A-Z][A-Za-z0-9]*$/;
const CAMEL_CASE = /^[a-z][A-Za-z0-9]*$/;

/** The folders of `components/` by the type that Redocly gives to what they hold, and the form of their names. */
const KINDS: Record<string, { folder: string; form: RegExp; example: string }> = {
  Schema: { folder: 'schemas', form: PASCAL_CASE, example: 'PascalCase, such as `PipeCreate`' },
  Parameter: { folder: 'parameters', form: PASCAL_CASE, example: 'PascalCase, such as `PipeId`' },
  Header: { folder: 'headers', form: PASCAL_CASE, example: 'PascalCase, such as `RetryAfter`' },
  Response: { folder: 'responses', form: PASCAL_CASE, example: 'PascalCase, such as `NotFound`' },
  SecurityScheme: { folder: 'securitySchemes', form: CAMEL_CASE, example: 'camelCase, such as `apiKey`' },
};

/** One name for the file, the component and the type; files are there in the sources alone. */
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
        report(`${name} is no name for a component. Rename the file in ${example}.`, location);
      const end = file.indexOf(`/components/${folder}/`) + `/components/${folder}`.length;
      const same = filesByName(file.slice(0, end)).get(basename(file)) ?? [];
      if (same.length < 2) return;
      report(
        `${same.join(' and ')} have one name. Rename one of the files: a name means one thing.`,
        location,
      );
    }

    return {
      ref({ $ref }, { type, location: reference }, target) {
        const kind = type.name === undefined ? undefined : KINDS[type.name];
        // What cannot be read is another rule's matter.
        if (!kind || !target.location || target.node === undefined) return;
        const file = target.location.source.absoluteRef;
        const isFile = target.location.pointer === '#/' && file !== reference.source.absoluteRef;
        if (!isFile || !file.includes(`/components/${kind.folder}/`)) {
          report(
            `${$ref} is not a file of components/${kind.folder}. Put what it means into one and refer to that.`,
            reference,
          );
          return;
        }
        judgeFile(file, kind, target.location);
        const [, key] = /^#\/components\/\w+\/([^/]+)$/.exec(reference.pointer) ?? [];
        const name = basename(file, '.yaml');
        if (key === undefined || key === name) return;
        report(`The component ${key} is the file ${name}.yaml. Give both one name.`, reference);
      },
    };
  },
};
