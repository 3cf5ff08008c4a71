import { CommanderError } from 'commander';
import { CliError, Concluded, exitCodes } from './cli-error.ts';
import type { CliWorld } from './cli-world.ts';
import { complete } from './completion/complete.ts';
import { COMPLETE_COMMAND } from './completion/completion-scripts.ts';
import { kassaProgram, withSubcommands } from './kassa-program.ts';
import { coloursOf } from './output/colours.ts';
import { errorJson, errorText } from './output/error-text.ts';

/** Runs `kassa` with its arguments and returns the exit code. */
export async function kassaCli(args: readonly string[], world: CliWorld): Promise<number> {
  const program = kassaProgram(world);
  if (args[0] === COMPLETE_COMMAND) {
    world.write(
      complete(program, args.slice(1))
        .map((word) => `${word}\n`)
        .join(''),
    );
    return exitCodes.done.code;
  }
  const isJson = args.includes('--json');
  const colours = coloursOf(world.errorsHaveColours);
  const errorLines: string[] = [];
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: world.write,
      // Collect the error messages of the library commander instead of printing them. With `--json`, they become part of the
      // JSON document.
      writeErr: (text) => errorLines.push(text),
      outputError: (text) => errorLines.push(text.replace(/^error:/, colours.red)),
      getOutHasColors: () => world.outputHasColours,
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.done.code;
  } catch (error) {
    // Asking for help is not an error.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done.code;
    if (error instanceof Concluded) return exitCodes[error.outcome].code;
    const fault = asCliError(error);
    if (isJson) world.write(errorJson(fault));
    else if (error instanceof CommanderError) world.writeError(errorLines.join(''));
    else world.writeError(errorText(fault, colours));
    return exitCodes[fault.outcome].code;
  }
}

function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof CommanderError)) throw error;
  // If the user names a command group without a command, such as `kassa events`, commander prints the group's help. That is too
  // long for an error message, so replace it with one sentence.
  const isHelp = error.code === 'commander.help';
  return new CliError(
    'usage',
    isHelp ? 'A command is missing; --help lists the commands.' : error.message.replace(/^error: /, ''),
  );
}
