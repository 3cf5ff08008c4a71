/** A build plugin that removes unneeded spaces from the SDK's styles. The source stays readable, and browsers load less. */
export const compactStyles = {
  name: 'compact-styles',
  transform: {
    order: 'pre' as const,
    filter: { id: /(card-form-style|network-choice|show-challenge|start-card-frame)\.ts$/ },
    handler: (code: string) => code.replace(/(?<=(css|Style) = )`[^`]*`/g, compactStyle),
  },
};

function compactStyle(css: string): string {
  return css.replaceAll(/\s*([{};,]|:(?=\s))\s*/g, '$1').replaceAll(/\s+/g, ' ');
}
