import { Command } from 'commander';
import {
  type DescribedSetting,
  describeSettings,
  type Environment,
  readConfiguration,
} from '../api/configuration.ts';
import { print } from './print.ts';

/** `penstock config`: the settings in effect, without their secrets. */
export function configCommand(environment: Environment): Command {
  return new Command('config')
    .description('print the settings in effect with secrets masked; report invalid settings')
    .option('--json', 'for machines')
    .addHelpText('after', `\nSettings, as environment variables:\n\n${settingsHelp()}`)
    .action(({ json }: { json?: true }) => {
      readConfiguration(environment);
      const described = describeSettings(environment);
      print(json, described, table(described));
    });
}

function settingsHelp(): string {
  return describeSettings({})
    .map(({ name, about, must, default: fallback }) =>
      [`  ${name}${fallback === null ? '' : `=${fallback}`}`, `      ${about}`, `      must ${must}`].join(
        '\n',
      ),
    )
    .join('\n');
}

function table(described: readonly DescribedSetting[]): string {
  const width = Math.max(...described.map(({ name }) => name.length));
  const lines = described.map(({ name, value, from }) => {
    const note = from === 'default' && value !== null ? '  (default)' : '';
    return `${name.padEnd(width)}  ${value ?? '(not set)'}${note}\n`;
  });
  return lines.join('');
}
