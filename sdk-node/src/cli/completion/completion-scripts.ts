import { FILES } from './complete.ts';

/** The hidden command that the shell scripts call with the words typed so far, to get completions. */
export const COMPLETE_COMMAND = '__complete';

export const completionShells = ['bash', 'zsh'] as const;
export type CompletionShell = (typeof completionShells)[number];

/** A script that lets a shell complete `kassa` commands with Tab. The bash script also works with bash 3.2 on macOS. */
export function completionScript(shell: CompletionShell): string {
  return scripts[shell];
}

const scripts: Readonly<Record<CompletionShell, string>> = {
  bash: `# bash completion of kassa; load it with: source <(kassa completion bash)
_kassa() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" ${COMPLETE_COMMAND} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [ "\${COMPREPLY[0]}" = '${FILES}' ]; then
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
    compopt -o filenames 2>/dev/null || true
  fi
}
complete -F _kassa kassa
`,
  zsh: `#compdef kassa
# zsh completion of kassa; load it with: source <(kassa completion zsh)
_kassa() {
  local -a found
  found=("\${(@f)$("\${words[1]}" ${COMPLETE_COMMAND} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${found[1]}" == '${FILES}' ]]; then
    _files
  else
    compadd -- "\${(@)found:#}"
  fi
}
if [[ "\${funcstack[1]}" == '_kassa' ]]; then
  _kassa "$@"
else
  compdef _kassa kassa
fi
`,
};
