import { defineConfig } from 'tsdown';

/** One ES module; the renderers become files of their own, loaded when a method needs them. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  fixedExtension: true,
  minify: true,
  dts: true,
  // Types only: inlined, the schemas behind them would make the declarations thirty times as long.
  deps: { neverBundle: ['@kassa/contracts'] },
});
