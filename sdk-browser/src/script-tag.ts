/** The members of the global object `Kassa`, for pages that load the SDK with a script tag. */
export * from './embed.ts';
export * from './index.ts';
