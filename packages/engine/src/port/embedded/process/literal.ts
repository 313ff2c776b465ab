import { quoteName, quoteText } from '../../names.ts';

/** `SET` of settings and parameters; parameters keep the escapes of the protocol. Undefined if there is nothing to set. */
export function setStatement(
  settings: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, string>>,
): string | undefined {
  // In a session that is read-only, no setting can be changed.
  const { readonly, ...others } = settings;
  const parts = [
    ...Object.entries(parameters).map(
      ([name, value]) => `${quoteName(`param_${name}`)} = ${quoteText(value)}`,
    ),
    ...Object.entries(others).map(([name, value]) => `${quoteName(name)} = ${quoteText(value)}`),
    ...(readonly === undefined ? [] : [`readonly = ${quoteText(readonly)}`]),
  ];
  return parts.length === 0 ? undefined : `SET ${parts.join(', ')}`;
}
