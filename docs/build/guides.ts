/** The guides in the order of the sidebar. */
export const guides = [
  {
    title: 'Take payments',
    items: [
      { text: 'First payment', file: 'first-payment' },
      { text: 'Signature, step by step', file: 'signature' },
      { text: 'Hosted cashier', file: 'hosted-cashier' },
      { text: 'Self-built cashier', file: 'self-built-cashier' },
      { text: 'React, Vue, Svelte, HTML', file: 'front-end-frameworks' },
    ],
  },
  {
    title: 'Afterwards',
    items: [
      { text: 'Webhooks', file: 'webhooks' },
      { text: 'Refunds', file: 'refunds' },
      { text: 'Disputes', file: 'disputes' },
      { text: 'Settlement reports', file: 'settlement' },
      { text: 'Reconciliation', file: 'reconciliation' },
    ],
  },
  {
    title: 'Go live',
    items: [
      { text: 'Testing in the sandbox', file: 'testing' },
      { text: 'Going live', file: 'going-live' },
      { text: 'Deploying', file: 'deploying' },
      { text: 'Backup and restore', file: 'backup' },
      { text: 'Capacity', file: 'capacity' },
      { text: 'Monitoring', file: 'monitoring' },
      { text: 'Tracing', file: 'tracing' },
      { text: 'Personal data', file: 'personal-data' },
      { text: 'Retention', file: 'retention' },
      { text: 'Routing payments', file: 'routing' },
      { text: 'Key rotation', file: 'key-rotation' },
      { text: 'Errors and retries', file: 'errors-and-retries' },
      { text: 'Versioning', file: 'versioning' },
    ],
  },
  {
    title: 'Extend Kassa',
    items: [{ text: 'Adding a channel', file: 'adding-a-channel' }],
  },
  {
    title: 'More',
    items: [
      { text: 'Samples', file: 'samples' },
      { text: 'Open points, decided', file: 'open-points' },
    ],
  },
] as const;
