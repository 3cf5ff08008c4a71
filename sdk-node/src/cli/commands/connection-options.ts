import type { Command } from 'commander';

/** What every command that calls the gateway takes. */
export function withConnectionOptions(command: Command): Command {
  return withOutputOptions(command)
    .option('--merchant-id <id>', 'merchant ID that the gateway assigned')
    .option('--private-key-file <file>', 'your RSA private key, a PEM file')
    .option('--base-url <url>', 'address of the gateway')
    .option('--verbose', 'say which settings are taken, and from where');
}

export function withOutputOptions(command: Command): Command {
  return command.option('--json', 'print JSON for scripts, errors too');
}
