import { type Command, Option } from 'commander';

/** The options of every command that calls the gateway. */
export function withConnectionOptions(command: Command): Command {
  return withOutputOptions(command)
    .option('--verbose', 'show which settings are used, and where they come from')
    .addOption(settingOption('--merchant-id <id>', 'merchant ID that the gateway assigned'))
    .addOption(settingOption('--private-key-file <file>', 'your RSA private key, a PEM file'))
    .addOption(settingOption('--base-url <url>', 'address of the gateway'));
}

export function withOutputOptions(command: Command): Command {
  return command.option('--json', 'print JSON for scripts, also for errors');
}

/** An option that users usually set in the environment or in `kassa.json`. Help lists it in a section of its own. */
export function settingOption(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup('Settings:');
}
