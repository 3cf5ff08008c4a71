/**
 * The layers of the repository as rules. Inside the gateway, dependencies point inwards: adapters and
 * composition import the application, the application imports the ports and the domain, and the domain
 * imports only the contracts.
 */
const gateway = '^services/gateway/src';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files must not import each other in a circle. Merge them, or move what they share to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain contains only decisions: it does no input or output, and uses no framework.',
      severity: 'error',
      from: { path: `${gateway}/domain/` },
      to: {
        pathNot: [
          `${gateway}/domain/`,
          '^contracts/src/',
          'node_modules/ipaddr\\.js/',
          '^(node:)?(crypto|assert|assert/strict|util)$',
        ],
      },
    },
    {
      name: 'ports-speak-the-domains-language',
      comment: 'A port is an interface in the domain’s words, without types of a driver.',
      severity: 'error',
      from: { path: `${gateway}/ports/` },
      to: { pathNot: [`${gateway}/(domain|ports)/`, '^contracts/src/'] },
    },
    {
      name: 'application-knows-no-adapter',
      comment:
        'Use cases call ports. The composition decides which adapters implement them. Two libraries without input or output are ' +
        'allowed.',
      severity: 'error',
      from: { path: `${gateway}/application/` },
      to: {
        pathNot: [
          `${gateway}/(domain|ports|application)/`,
          '^contracts/src/',
          'node_modules/(lru-cache|p-limit)/',
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'inbound-imports-no-outbound',
      comment: 'Inbound adapters reach outbound adapters only through the application.',
      severity: 'error',
      from: { path: `${gateway}/adapters/inbound/` },
      to: { path: `${gateway}/adapters/outbound/` },
    },
    {
      name: 'outbound-knows-ports-and-domain-only',
      comment:
        'Outbound adapters implement ports. They call neither the application nor the inbound adapters.',
      severity: 'error',
      from: { path: `${gateway}/adapters/outbound/` },
      to: { path: `${gateway}/(adapters/inbound|application)/` },
    },
    {
      name: 'adapters-know-no-composition',
      severity: 'error',
      from: { path: `${gateway}/(domain|ports|application|adapters)/` },
      to: { path: `${gateway}/composition/` },
    },
    {
      name: 'cli-speaks-to-the-operations-port-only',
      comment:
        'kassa-admin can run on a machine without a gateway, so it only calls the operations port. Its main program can also ' +
        'work without a running gateway: migrate the database, read and write archives, and try a processor.',
      severity: 'error',
      from: { path: `${gateway}/cli/`, pathNot: `${gateway}/cli/main\\.ts$` },
      to: { pathNot: [`${gateway}/cli/`, '^contracts/src/', 'node_modules/commander/', '^(node:)?[a-z/]+$'] },
    },
    {
      name: 'cli-main-imports-three-compositions',
      severity: 'error',
      from: { path: `${gateway}/cli/main\\.ts$` },
      to: {
        pathNot: [
          `${gateway}/cli/`,
          `${gateway}/composition/(administer-archive|administer-database|try-channel)\\.ts$`,
          '^(node:)?[a-z/]+$',
        ],
      },
    },
    {
      name: 'nothing-imports-the-cli',
      comment: 'The gateway must run without kassa-admin.',
      severity: 'error',
      from: { path: `${gateway}/`, pathNot: `${gateway}/cli/` },
      to: { path: `${gateway}/cli/` },
    },
    {
      name: 'container-only-in-composition',
      comment: 'Only the composition uses the container.',
      severity: 'error',
      from: { pathNot: `${gateway}/composition/` },
      to: { path: 'node_modules/(inversify|@inversifyjs)/' },
    },
    {
      name: 'database-only-behind-its-adapter',
      severity: 'error',
      from: { path: gateway, pathNot: `${gateway}/(adapters/outbound/(mongo|agenda)|composition)/` },
      to: { path: 'node_modules/(mongoose|mongodb)/' },
    },
    {
      name: 'stripe-only-behind-its-adapter',
      comment: 'Only the adapter of a processor uses the processor’s library and its terms.',
      severity: 'error',
      from: { path: gateway, pathNot: `${gateway}/adapters/outbound/channels/stripe/` },
      to: { path: 'node_modules/stripe/' },
    },
    {
      name: 'adyen-only-behind-its-adapter',
      severity: 'error',
      from: { path: gateway, pathNot: `${gateway}/adapters/outbound/channels/adyen/` },
      to: { path: 'node_modules/@adyen/' },
    },
    {
      name: 'contracts-stand-alone',
      comment:
        'All packages import the contracts, so the contracts import no other package. Only their tests may import the setting ' +
        'for the long form of tests.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: {
        path: '^(services|sdk-node|sdk-browser|cashier-web|docs|samples|e2e|infra)/',
        pathNot: '^infra/test-run/src/every-combination.ts$',
      },
    },
    {
      name: 'messages-import-no-endpoint',
      comment: 'Endpoints import messages, errors and states, and not the other way round.',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: '^contracts/src/endpoints/' },
      to: { path: '^contracts/(src/endpoints|docs)/' },
    },
    {
      name: 'endpoints-only-at-the-edge',
      comment:
        'Routes and kassa-admin’s calls are derived from the endpoint table. Domain, application and outbound adapters know ' +
        'no endpoint.',
      severity: 'error',
      from: {
        path: '^services/gateway/src/',
        pathNot: '^services/gateway/src/(adapters/inbound/http|cli)/',
      },
      to: { path: '^contracts/src/endpoints/' },
    },
    {
      name: 'sdks-take-only-types-of-endpoints',
      comment:
        'The endpoint table contains the texts of the docs. Merchants and consumers should not have to download them.',
      severity: 'error',
      from: { path: '^(sdk-node|sdk-browser|cashier-web)/src/' },
      to: { path: '^contracts/src/endpoints/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'documents-are-made-outside-of-what-runs',
      comment: 'Only the docs site needs the API documents. No program reads them at run time.',
      severity: 'error',
      from: { path: '^(services/gateway|sdk-node|sdk-browser|cashier-web)/src/' },
      to: { path: '^contracts/docs/' },
    },
    {
      name: 'merchants-cli-uses-the-public-sdk',
      comment: 'The merchants’ command line uses only the public SDK, like a merchant’s own code.',
      severity: 'error',
      from: { path: '^sdk-node/src/cli/' },
      to: {
        pathNot: [
          '^sdk-node/(src/cli/|src/index\\.ts$|package\\.json$)',
          '^contracts/src/',
          'node_modules/(commander|picocolors|string-width)/',
          '^(node:)?[a-z/]+$',
        ],
      },
    },
    {
      name: 'sdk-imports-no-cli',
      comment: 'Code that imports the SDK must not load the command line.',
      severity: 'error',
      from: { path: '^sdk-node/src/', pathNot: '^sdk-node/src/cli/' },
      to: { path: '^sdk-node/src/cli/' },
    },
    {
      name: 'sdk-imports-the-contracts-only',
      comment: 'The SDK shares only the contracts with the service.',
      severity: 'error',
      from: { path: '^sdk-node/src/' },
      to: { path: '^(services|sdk-browser|cashier-web|docs|samples|e2e|infra)/' },
    },
    {
      name: 'webhook-adapters-need-no-framework',
      comment:
        'An adapter declares the few members of a framework that it uses, so that merchants need not install the framework.',
      severity: 'error',
      from: { path: '^sdk-node/src/adapters/' },
      to: { pathNot: ['^sdk-node/src/(adapters|webhooks)/', '^(node:)?http$'] },
    },
    {
      name: 'sandbox-processor-shares-no-code',
      comment: 'The sandbox processor plays another company, so it shares no code with the gateway.',
      severity: 'error',
      from: { path: '^services/sandbox-processor/(src|browser)/' },
      to: { path: '^(contracts|services/gateway|sdk-node|sdk-browser|cashier-web)/' },
    },
    {
      name: 'browser-sdk-takes-types-only',
      comment: 'The browser SDK has no dependency at run time.',
      severity: 'error',
      from: { path: '^sdk-browser/src/' },
      to: { pathNot: '^sdk-browser/src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cashier-uses-the-public-sdk',
      comment: 'The hosted cashier uses only the public browser SDK, like a self-built cashier.',
      severity: 'error',
      from: { path: '^cashier-web/src/' },
      to: {
        path: '^(services|sdk-node|contracts|infra)/|^sdk-browser/src/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'docs-import-contracts-and-cli-only',
      comment: 'The docs site is built from the contracts and from kassa-admin’s help texts.',
      severity: 'error',
      from: { path: '^docs/(build|\\.vitepress)/' },
      to: {
        path: '^(services|sdk-node|sdk-browser|cashier-web|samples|e2e|infra)/',
        pathNot: `${gateway}/cli/`,
      },
    },
    {
      name: 'nothing-imports-the-docs',
      severity: 'error',
      from: { pathNot: '^docs/' },
      to: { path: '^docs/' },
    },
    {
      name: 'samples-stand-alone',
      comment:
        'A merchant copies a sample as one file, so the sample imports nothing but Node’s own modules.',
      severity: 'error',
      from: { path: '^samples/node/' },
      to: { pathNot: ['^samples/node/', '^(node:)?[a-z/]+$'] },
    },
    {
      name: 'sources-use-no-tests',
      severity: 'error',
      from: { path: '/src/' },
      to: { path: '/test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '^[^/]+/node_modules'] },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
