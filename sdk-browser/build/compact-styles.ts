/** A build plugin: the SDK's styles are written for readers, and browsers get them without the spaces. */
export const compactStyles = {
  name: 'compact-styles',
  transform: {
    order: 'pre' as const,
    filter: { id: /(card-form-style|show-challenge)\.ts$/ },
    handler: (code: string) => code.replace(/(?<=(css|Style) = )`[^`]*`/g, compactStyle),
  },
};

function compactStyle(css: string): string {
  return css.replaceAll(/\s*([{};,]|:(?=\s))\s*/g, '$1').replaceAll(/\s+/g, ' ');
}
