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
  // The contracts are not published, so the build puts the parts that the SDK uses into its bundle. Other parts, such as schema
  // validation, are left out.
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
        // In the SDK's sources, the type of a path lists all paths of the interface, so that the compiler checks them. In the
        // published declarations, a plain string is enough.
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
