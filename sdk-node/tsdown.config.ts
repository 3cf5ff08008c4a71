import { defineConfig } from 'tsdown';
import { writeContractTypes } from './build/contract-types.ts';

export default defineConfig({
  entry: 'src/index.ts',
  format: 'esm',
  platform: 'node',
  target: 'node20.3',
  dts: true,
  // The contracts are private, so they travel inside. Their modules only define things: what the SDK does
  // not use of them, such as the validation of schemas, is left out.
  deps: { onlyBundle: ['currency-codes', 'first-match', 'nub'] },
  treeshake: { moduleSideEffects: false },
  plugins: [
    {
      name: 'contract-types',
      load: {
        order: 'pre',
        filter: { id: /[\\/]contracts[\\/]src[\\/]index\.d\.ts$/ },
        handler: writeContractTypes,
      },
    },
  ],
});
