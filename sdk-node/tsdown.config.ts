import { defineConfig, type UserConfig } from 'tsdown';
import { writeCommonJsDeclarations } from './build/commonjs-declarations.ts';
import { writeContractTypes } from './build/contract-types.ts';

const common: UserConfig = {
  // The modules that a merchant can import: the client, an adapter for each framework, an event store, and helpers for tests.
  entry: {
    index: 'src/index.ts',
    express: 'src/adapters/express.ts',
    fastify: 'src/adapters/fastify.ts',
    http: 'src/adapters/http.ts',
    koa: 'src/adapters/koa.ts',
    lambda: 'src/adapters/lambda.ts',
    next: 'src/adapters/next.ts',
    mongodb: 'src/event-stores/mongo-event-store.ts',
    testing: 'src/testing/index.ts',
    msw: 'src/testing/msw.ts',
  },
  platform: 'node',
  target: 'node20.3',
  // The contracts are a private package, so the build includes them in the bundle. Parts that the SDK does not use, such as
  // schema validation, are left out.
  deps: { onlyBundle: ['currency-codes', 'first-match', 'nub'] },
  treeshake: { moduleSideEffects: false },
};

export default defineConfig([
  {
    ...common,
    format: 'esm',
    dts: true,
    plugins: [
      {
        name: 'contract-types',
        load: {
          order: 'pre',
          filter: { id: /[\\/]contracts[\\/]src[\\/]index\.d\.ts$/ },
          handler: writeContractTypes,
        },
      },
      {
        // The SDK's own compilation checks that a path exists. The published types therefore use plain strings instead of
        // listing all paths.
        name: 'any-path',
        load: {
          order: 'pre',
          filter: { id: /request[\\/]merchant-path\.d\.ts$/ },
          handler: () => 'export type MerchantPath = string;\nexport type MerchantTarget = string;\n',
        },
      },
    ],
    hooks: { 'build:done': ({ options }) => writeCommonJsDeclarations(options.outDir) },
  },
  { ...common, format: 'cjs', dts: false, clean: false },
]);
