import { defineConfig } from 'tsdown';

/** One ES module; the renderers become files of their own, loaded when a method needs them. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  fixedExtension: true,
  minify: true,
  // The contracts are types only here and go into the declarations, so that nothing else is to be installed.
  dts: { eager: true },
  deps: { onlyBundle: ['typebox'] },
});
