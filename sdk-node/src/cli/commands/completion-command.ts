import { Argument, Command } from 'commander';
import type { CliWorld } from '../cli-world.ts';
import {
  type CompletionShell,
  completionScript,
  completionShells,
} from '../completion/completion-scripts.ts';

/** `kassa completion <shell>` */
export function completionCommand(world: CliWorld): Command {
  return new Command('completion')
    .description('print a script that lets Tab complete commands, options and values')
    .addArgument(new Argument('<shell>', 'which shell').choices(completionShells))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(kassa completion bash)                    # now\n' +
        '  kassa completion bash >> ~/.bashrc                 # permanently\n' +
        '  kassa completion zsh > ~/.zsh/completions/_kassa   # a folder of your fpath',
    )
    .action((shell: CompletionShell) => world.write(completionScript(shell)));
}
