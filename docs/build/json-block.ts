/** A JSON block of a page; with a schema it is held against it like those that people write. */
export function jsonBlock(value: unknown, title: string, schema?: string): string {
  const mark = schema === undefined ? '' : ` schema=${schema}`;
  return `\`\`\`json${mark} [${title}]\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
