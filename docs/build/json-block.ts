/** A JSON block of a page. With a schema it is checked like the hand-written blocks. */
export function jsonBlock(value: unknown, title: string, schema?: string): string {
  const mark = schema === undefined ? '' : ` schema=${schema}`;
  return `\`\`\`json${mark} [${title}]\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
