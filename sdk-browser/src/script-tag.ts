/** The exports that a page with a script tag finds as `Kassa`. */
export * from './embed.ts';
export * from './index.ts';
