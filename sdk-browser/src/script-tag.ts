/** What a page that loads the SDK with a script tag finds in the global `Kassa`. */
export * from './embed.ts';
export * from './index.ts';
