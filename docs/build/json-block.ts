/**
 * Returns a Markdown block with a JSON example. If the block names a schema, the build checks the example against it, as it
 * does for hand-written blocks.
 */
export function jsonBlock(value: unknown, title: string, schema?: string): string {
  const mark = schema === undefined ? '' : ` schema=${schema}`;
  return `\`\`\`json${mark} [${title}]\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
