import type { Context, Location, Report, Rule } from '../rule.ts';
import { readableSchemas } from '../schema.ts';

/** Requires a description for every element of the reference. */
export const descriptions: Rule = {
  number: 'P05',
  id: 'descriptions',
  visitor(report) {
    const judge = (node: object, { location }: Context) => judgeDescription(report, node, location);
    return {
      ...readableSchemas(({ schema, location, name }) => judgeDescription(report, schema, location, name)),
      Tag: judge,
      Server: judge,
      ServerVariable: judge,
      Operation: judge,
      Parameter: judge,
      Header: judge,
      RequestBody: judge,
      Response: judge,
      SecurityScheme: judge,
    };
  },
};

function judgeDescription(report: Report, node: object, location: Location, called?: string): void {
  const { description, name, operationId } = node as Record<string, unknown>;
  if (typeof description !== 'string' || description.trim() === '') {
    const subject = called ?? operationId ?? name ?? 'This';
    report(`${subject} has no description. Describe it in one sentence.`, location);
    return;
  }
  const at = location.child('description');
  if (!/^[\p{Lu}\d`]/u.test(description)) {
    report(
      'The description does not begin with a capital letter, a digit or a backtick. Write a sentence.',
      at,
    );
  }
  if (!description.trimEnd().endsWith('.')) {
    report('The description does not end with a period. Write a sentence.', at);
  }
  if (/[ \t]+$/m.test(description)) report('A line of the description ends with a space. Remove it.', at);
}
