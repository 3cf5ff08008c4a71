import { kassaAdmin } from '@kassa/gateway/kassa-admin';
import type { Page } from './page.ts';

/** Generates the page about the operator’s command line `kassa-admin` from the help that it prints. */
export async function kassaAdminPage(): Promise<Page> {
  const top = await helpOf([]);
  const sections: string[] = [];
  for (const name of commandsIn(top)) sections.push(await commandSection([name], 2));
  return {
    path: 'kassa-admin.md',
    text: `---
title: kassa-admin
outline: [2, 3]
editLink: false
---

# kassa-admin

The operator’s command line. It calls the [operations port](/api/#operations-merchants) of a running gateway. Only the
commands of \`database\` open the database directly. This page shows the output of \`npx kassa-admin … --help\`.

${block(top)}

${sections.join('\n\n')}
`,
  };
}

async function commandSection(path: readonly string[], level: 2 | 3): Promise<string> {
  const help = await helpOf(path);
  const inner: string[] = [];
  for (const name of commandsIn(help)) inner.push(await commandSection([...path, name], 3));
  return [
    `${'#'.repeat(level)} kassa-admin ${path.join(' ')} {#${path.join('-')}}`,
    block(help),
    ...inner,
  ].join('\n\n');
}

async function helpOf(path: readonly string[]): Promise<string> {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const exitCode = await kassaAdmin([...path, '--help'], {
    environment: {},
    currentFolder: '/',
    write,
    writeError: write,
    highlight: (part) => part,
  });
  if (exitCode !== 0) throw new Error(`kassa-admin ${path.join(' ')} --help failed: ${text}`);
  return text.trimEnd();
}

/** Reads the names of the subcommands from a help text. The subcommand `help` is left out, because every command has it. */
function commandsIn(help: string): readonly string[] {
  const [, list = ''] = help.split(/^Commands:\n/m);
  const [own = ''] = list.split(/\n\n/);
  return [...own.matchAll(/^ {2}(\S+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
}

function block(help: string): string {
  return `\`\`\`text\n${help}\n\`\`\``;
}
