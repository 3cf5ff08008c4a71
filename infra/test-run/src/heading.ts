export function heading(text: string): void {
  console.log(`\n== ${text}`);
}
