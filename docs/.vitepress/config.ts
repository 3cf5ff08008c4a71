import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointGroups } from '@kassa/contracts/endpoints';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { guides } from '../build/guides.ts';
import { readAlertRules } from '../build/pages/alert-rules.ts';
import { BASE } from '../build/site-addresses.ts';
import { emptyHeaderCells } from './empty-header-cells.ts';
import { repositoryLinks } from './repository-links.ts';
import { stateDiagrams } from './state-diagrams.ts';

const root = join(import.meta.dirname, '..');

const guideItems = guides.map(({ title, items }) => ({
  text: title,
  items: items.map(({ text, file }) => ({ text, link: `/guides/${file}` })),
}));

const apiItems: DefaultTheme.SidebarItem[] = [
  { text: 'Overview', link: '/api/' },
  ...(['merchant', 'checkout', 'operations'] as const).map((port) => ({
    text: { merchant: 'Merchant interface', checkout: 'Checkout', operations: 'Operations' }[port],
    items: endpointGroups
      .filter(({ endpoints }) => endpoints[0]?.port === port)
      .map(({ id, title }) => ({ text: title, link: `/api/${id}` })),
  })),
];

/** The sidebar entries of an SDK's reference: one page for each module of the SDK, as the reference generator wrote them. */
function sdkItems(sdk: string): DefaultTheme.SidebarItem[] {
  return globSync(`${sdk}/@kassa/**/*.md`, { cwd: root })
    .map((file) => file.replace(/\.md$/, ''))
    .sort()
    .map((file) => ({ text: file.slice(sdk.length + 1), link: `/${file}` }));
}

const runbookItems: DefaultTheme.SidebarItem[] = readAlertRules(
  readFileSync(join(root, '../deploy/prometheus/rules.yaml'), 'utf8'),
).map(({ name, runbook }) => ({ text: name.replace(/^Kassa/, ''), link: `/runbooks/${runbook}` }));

const reference = [
  { text: 'API reference', items: apiItems },
  {
    text: 'Reference',
    items: [
      { text: 'Webhook events', link: '/events' },
      { text: 'Errors', link: '/errors' },
      { text: 'States', link: '/states' },
      { text: 'Reliability', link: '/reliability' },
    ],
  },
];

const tools = {
  text: 'Tools',
  items: [
    { text: 'SDK for Node.js', link: '/sdk-node/' },
    { text: 'SDK for the browser', link: '/sdk-browser/' },
    { text: 'Playground', link: '/playground' },
    { text: 'kassa', link: '/cli' },
    { text: 'kassa-admin', link: '/kassa-admin' },
    { text: 'Running the gateway', link: '/gateway' },
    { text: 'Runbooks', link: '/runbooks/' },
  ],
};

const start = {
  text: 'Start',
  items: [
    { text: 'Overview', link: '/' },
    { text: 'Quick start', link: '/quick-start' },
  ],
};

export default defineConfig({
  title: 'Kassa',
  titleTemplate: ':title · Kassa',
  description: 'Documentation of the Kassa payment gateway.',
  lang: 'en-GB',
  base: BASE,
  srcExclude: ['README.md', 'examples/**', 'node_modules/**'],
  outDir: './dist',
  cacheDir: '../node_modules/.cache/kassa-docs',
  cleanUrls: true,
  // VitePress does not check links; a later step checks the finished pages, including their anchors and generated
  // content.
  ignoreDeadLinks: true,
  metaChunk: true,
  // Firefox blocks the prefetching of linked pages, because the content security policy allows nothing by default.
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}mark.svg` }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      repositoryLinks(md);
      emptyHeaderCells(md);
      stateDiagrams(md);
    },
  },
  themeConfig: {
    logo: { src: '/mark.svg', alt: '' },
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { boost: { title: 4, titles: 2, text: 1 } } } },
    },
    nav: [
      {
        text: 'Guides',
        link: '/guides/first-payment',
        activeMatch: '^/(guides|quick-start)',
      },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      { text: 'Events', link: '/events' },
      { text: 'Errors', link: '/errors' },
      {
        text: 'SDKs and tools',
        activeMatch: '^/(sdk-|playground|cli|kassa-admin|gateway|runbooks)',
        items: tools.items,
      },
    ],
    sidebar: {
      '/sdk-node/': [{ text: 'SDK for Node.js', link: '/sdk-node/', items: sdkItems('sdk-node') }, tools],
      '/sdk-browser/': [
        { text: 'SDK for the browser', link: '/sdk-browser/', items: sdkItems('sdk-browser') },
        tools,
      ],
      '/api/': [...reference, tools],
      '/runbooks/': [{ text: 'Runbooks', link: '/runbooks/', items: runbookItems }, tools],
      '/': [start, ...guideItems, ...reference.slice(1), tools],
    },
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
