import { type Command, Option } from 'commander';

/** What every command that calls the gateway takes. */
export function withConnectionOptions(command: Command): Command {
  return withOutputOptions(command)
    .option('--verbose', 'say which settings are taken, and from where')
    .addOption(settingOption('--merchant-id <id>', 'merchant ID that the gateway assigned'))
    .addOption(settingOption('--private-key-file <file>', 'your RSA private key, a PEM file'))
    .addOption(settingOption('--base-url <url>', 'address of the gateway'));
}

export function withOutputOptions(command: Command): Command {
  return command.option('--json', 'print JSON for scripts, errors too');
}

/** An option that is mostly said elsewhere, so that help shows it apart. */
export function settingOption(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup('Settings:');
}
