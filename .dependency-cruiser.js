/**
 * The layers of the repository as rules. Inside the gateway, dependencies point inwards: adapters and
 * composition know the application, the application knows the ports and the domain, the domain knows the
 * contracts and nothing else.
 */
const gateway = '^services/gateway/src';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'The domain decides; it does no input or output and knows no framework.',
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
      comment: 'A port is an interface in words of the domain, without a type of any driver.',
      severity: 'error',
      from: { path: `${gateway}/ports/` },
      to: { pathNot: [`${gateway}/(domain|ports)/`, '^contracts/src/'] },
    },
    {
      name: 'application-knows-no-adapter',
      comment:
        'Use cases work with ports; what stands behind them is decided in composition. Two libraries that only count are let in.',
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
      name: 'inbound-and-outbound-are-strangers',
      comment: 'What comes in and what goes out meet in the application only.',
      severity: 'error',
      from: { path: `${gateway}/adapters/inbound/` },
      to: { path: `${gateway}/adapters/outbound/` },
    },
    {
      name: 'outbound-knows-ports-and-domain-only',
      comment: 'What goes out is called through a port; it calls neither the application nor what comes in.',
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
        'An operator’s machine has the command line and no gateway; it can do nothing that the port cannot. Only its main ' +
        'program opens the database too, which no gateway serves between two versions, reads and writes archives, which ' +
        'outlive every gateway, and tries a processor before any gateway uses it.',
      severity: 'error',
      from: { path: `${gateway}/cli/`, pathNot: `${gateway}/cli/main\\.ts$` },
      to: { pathNot: [`${gateway}/cli/`, '^contracts/src/', 'node_modules/commander/', '^(node:)?[a-z/]+$'] },
    },
    {
      name: 'cli-opens-the-database-by-one-door',
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
      name: 'nothing-needs-the-cli',
      comment: 'The gateway runs without its command line.',
      severity: 'error',
      from: { path: `${gateway}/`, pathNot: `${gateway}/cli/` },
      to: { path: `${gateway}/cli/` },
    },
    {
      name: 'container-only-in-composition',
      comment: 'The container composes; nothing else knows that there is one.',
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
      comment: 'A processor’s words never leave its adapter.',
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
        'Everything is typed from the contracts, so they import nothing else of this repository. Their tests may ask whether ' +
        'to run in the long form.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: {
        path: '^(services|sdk-node|sdk-browser|cashier-web|docs|samples|e2e|infra)/',
        pathNot: '^infra/test-run/src/every-combination.ts$',
      },
    },
    {
      name: 'messages-know-no-endpoint',
      comment: 'Endpoints are made of messages, errors and states; none of those knows where it is sent.',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: '^contracts/src/endpoints/' },
      to: { path: '^contracts/(src/endpoints|docs)/' },
    },
    {
      name: 'endpoints-run-at-the-edge',
      comment:
        'Routes and kassa-admin’s calls are derived from the endpoint table; what decides knows no endpoint.',
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
        'The table holds the texts of the docs, which have no place in what merchants and consumers download.',
      severity: 'error',
      from: { path: '^(sdk-node|sdk-browser|cashier-web)/src/' },
      to: { path: '^contracts/src/endpoints/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'documents-are-made-outside-of-what-runs',
      comment: 'The API documents are built for the docs site; nothing that runs reads them.',
      severity: 'error',
      from: { path: '^(services/gateway|sdk-node|sdk-browser|cashier-web)/src/' },
      to: { path: '^contracts/docs/' },
    },
    {
      name: 'merchants-cli-uses-the-public-sdk',
      comment: 'The command line of merchants can do nothing that a merchant’s own code cannot.',
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
      name: 'sdk-needs-no-cli',
      comment: 'What merchants import stays free of the command line.',
      severity: 'error',
      from: { path: '^sdk-node/src/', pathNot: '^sdk-node/src/cli/' },
      to: { path: '^sdk-node/src/cli/' },
    },
    {
      name: 'sdk-knows-the-contracts-only',
      comment: 'What merchants install shares nothing with the service but the contract.',
      severity: 'error',
      from: { path: '^sdk-node/src/' },
      to: { path: '^(services|sdk-browser|cashier-web|docs|samples|e2e|infra)/' },
    },
    {
      name: 'webhook-adapters-need-no-framework',
      comment: 'An adapter names what it uses of a framework, and merchants install none for it.',
      severity: 'error',
      from: { path: '^sdk-node/src/adapters/' },
      to: { pathNot: ['^sdk-node/src/(adapters|webhooks)/', '^(node:)?http$'] },
    },
    {
      name: 'processor-is-foreign',
      comment: 'The sandbox processor stands for another company: it shares no code with the gateway.',
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
      comment: 'The hosted cashier can do nothing that a self-built one cannot.',
      severity: 'error',
      from: { path: '^cashier-web/src/' },
      to: {
        path: '^(services|sdk-node|contracts|infra)/|^sdk-browser/src/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'docs-are-made-of-contracts-and-helps',
      comment: 'The site tells what is promised; of the service it knows the operator’s command line alone.',
      severity: 'error',
      from: { path: '^docs/(build|\\.vitepress)/' },
      to: {
        path: '^(services|sdk-node|sdk-browser|cashier-web|samples|e2e|infra)/',
        pathNot: `${gateway}/cli/`,
      },
    },
    {
      name: 'nothing-needs-the-docs',
      severity: 'error',
      from: { pathNot: '^docs/' },
      to: { path: '^docs/' },
    },
    {
      name: 'samples-stand-alone',
      comment: 'A sample is one file that a merchant copies: it needs its language and nothing of Kassa’s.',
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
