import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { kassaAdmin } from '@kassa/gateway/kassa-admin';
import { describe, expect, it, test } from 'vitest';
import { readAlertRules } from '../build/pages/alert-rules.ts';
import { runbooksPage } from '../build/pages/runbooks-page.ts';
import { howTried, triedRunbooks } from '../build/pages/tried-runbooks.ts';

const repository = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const rules = readAlertRules(read('deploy/prometheus/rules.yaml'));
const runbooks = globSync('docs/runbooks/*.md', { cwd: repository })
  .map((file) => ({ name: basename(file, '.md'), text: read(file) }))
  .filter(({ name }) => name !== 'index');

/** The metrics of the gateway with their labels. A test of the gateway compares this table with what a gateway exports. */
const metrics: ReadonlyMap<string, readonly string[]> = new Map(
  [...read('docs/guides/monitoring.md').matchAll(/^\| `(kassa_\w+)` \| ([^|]*) \|/gm)].map(
    ([, name = '', labels = '']) => [name, labels.match(/(?<=`)\w+(?=`)/g) ?? []],
  ),
);

/** What Prometheus and the metrics library themselves export. */
const others = /^(up|process_\w+|nodejs_\w+)$/;

interface UsedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Returns the metrics that a PromQL expression reads, with the labels that it filters by. */
function metricsIn(expression: string): readonly UsedMetric[] {
  return [...expression.matchAll(/\b(kassa_\w+|up|process_\w+|nodejs_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', filter = '']) => ({
      name: name.replace(/_(count|bucket|sum)$/, ''),
      // Prometheus itself gives every bucket of a histogram the label `le`.
      labels: (filter.match(/\w+(?==)/g) ?? []).filter(
        (label) => label !== 'le' || !name.endsWith('_bucket'),
      ),
    }),
  );
}

function unknownIn(expression: string): readonly string[] {
  return metricsIn(expression).flatMap(({ name, labels }) => {
    if (others.test(name)) return [];
    const known = metrics.get(name);
    if (known === undefined) return [name];
    return labels.filter((label) => !known.includes(label)).map((label) => `${name}{${label}}`);
  });
}

describe('the rules of Prometheus', () => {
  it('have exactly one rule for each kind of alert that the gateway raises', () => {
    const [, table = ''] = read('services/gateway/README.md').split(
      '\n| `kind` | What happened |\n|---|---|\n',
    );
    const kinds = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([a-z_]+)` \| /gm)].map(
      ([, kind]) => kind,
    );
    expect(kinds.length).toBeGreaterThan(20);
    const watched = rules.flatMap(({ expression, runbook }) => {
      const kind = /kassa_alerts_total\{kind="([a-z_]+)"\}/.exec(expression)?.[1];
      if (kind !== undefined) expect(runbook).toBe(kind.replaceAll('_', '-'));
      return kind ?? [];
    });
    expect(watched.toSorted()).toEqual(kinds.toSorted());
  });

  it.each(rules.map((rule) => [rule.name, rule] as const))('%s reads only metrics that exist', (_, rule) => {
    expect(metricsIn(rule.expression)).not.toEqual([]);
    expect(unknownIn(rule.expression)).toEqual([]);
  });

  it('about an alert that the gateway raises also count what an instance has raised before its first scrape', () => {
    const ofAlerts = rules.filter(({ expression }) => expression.includes('kassa_alerts_total'));
    expect(ofAlerts.length).toBeGreaterThan(20);
    for (const { expression } of ofAlerts) {
      const [, counter = '', limit = ''] =
        /^sum\(increase\((\w+\{[^}]*\})\[10m\]\)\) > (\d+)/.exec(expression) ?? [];
      const young = 'on (job, instance) time() - process_start_time_seconds < 600';
      expect(expression).toBe(
        `sum(increase(${counter}[10m])) > ${limit} or sum(${counter} and ${young}) > ${limit}`,
      );
    }
  });

  it('do not count readiness probes as failing calls, because a separate alert says why an instance is not ready', () => {
    const failing = rules.find(({ name }) => name === 'KassaCallsFail')?.expression ?? '';
    const counted = failing.match(/kassa_http_request_duration_seconds_count\{[^}]*\}/g) ?? [];
    expect(counted).toHaveLength(2);
    for (const series of counted) expect(series).toContain('route!="/health/ready"');
  });

  it('wake nobody because of what strangers alone can send, such as stolen cards or forged calls', () => {
    const strangersCount =
      /kind="(card_testing|guesses_refused)"|kassa_(tries_\w+|callbacks|unproven_calls)_total/;
    const waking = rules.filter(
      ({ severity, expression }) => severity === 'critical' && strangersCount.test(expression),
    );
    // Strangers can add failed tries, but they cannot keep honest payments from succeeding as they did a day ago.
    for (const { name, expression } of waking) {
      const succeeded = 'sum(increase(kassa_tries_to_pay_total{outcome="succeeded"}[30m]';
      expect(expression, name).toContain(` and ${succeeded})) < 0.33 * ${succeeded} offset 1d))`);
    }
  });

  it('each have a runbook of their own, and no runbook lacks a rule', () => {
    expect(rules.map(({ runbook }) => runbook).toSorted()).toEqual(
      runbooks.map(({ name }) => name).toSorted(),
    );
  });
});

describe.each(runbooks)('the runbook $name', ({ name, text }) => {
  const rule = rules.find(({ runbook }) => runbook === name);

  it('has the name and the summary of its alert, and answers the four questions', () => {
    expect(text.split('\n')[0]).toBe(`# ${rule?.name}`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`**${rule?.summary}**`);
    expect(text.match(/^## .*$/gm)).toEqual([
      '## What it means',
      '## What to look at',
      '## What to do',
      '## How to see that it is over',
    ]);
  });

  it('names only metrics and labels that exist', () => {
    expect(unknownIn(text)).toEqual([]);
  });

  it('gives only commands and options of kassa-admin that exist', async () => {
    for (const command of text.match(/\bkassa-admin [^`\n]+/g) ?? []) {
      expect(await faultOf(command), command).toBeUndefined();
    }
  });
});

describe('the guides for operators', () => {
  const pages = [...globSync('docs/guides/*.md', { cwd: repository }), 'services/gateway/README.md'];
  it.each(pages)('%s gives only commands and options of kassa-admin that exist', async (page) => {
    const text = read(page).replaceAll(/\\\n\s*/g, '');
    const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
    const inSentences = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(
      ([, code = '']) => code,
    );
    const commands = [...blocks, ...inSentences]
      .map((line) => line.replaceAll(/\s+/g, ' '))
      .flatMap((line) => /\bkassa-admin [a-z][^#]*/.exec(line)?.[0] ?? []);
    for (const command of commands) expect(await faultOf(command), command).toBeUndefined();
  });
});

/** Returns what is wrong with a command line; undefined if the subcommand and its options exist. */
async function faultOf(command: string): Promise<string | undefined> {
  const words = command.split(' ').slice(1);
  const options = words.filter((word) => /^--[a-z]/.test(word));
  const [group = '', second = ''] = words;
  const isGroup = (await helpOf([group]))?.includes('\nCommands:') === true;
  if (isGroup && /^[a-z]/.test(second) && (await helpOf([group, second])) === undefined) {
    return 'no such subcommand';
  }
  // `kassa-admin cases` is short for `cases list`, and `kassa-admin reconcile` for `reconcile run`.
  const paths = [[group, second], [group, 'list'], [group, 'run'], [group]];
  const helps = await Promise.all(
    paths.filter((path) => path.every((word) => /^[a-z]/.test(word))).map(helpOf),
  );
  const existing = helps.filter((help) => help !== undefined);
  if (existing.some((help) => options.every((option) => help.includes(option)))) return undefined;
  return existing.length === 0 ? 'no such command' : `no such option: ${options.join(' ')}`;
}

/** Returns the help of exactly this subcommand; undefined if it does not exist. */
async function helpOf(path: readonly string[]): Promise<string | undefined> {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const io = {
    environment: {},
    currentFolder: '/',
    write,
    writeError: write,
    highlight: (part: string) => part,
  };
  await kassaAdmin([...path, '--help'], io);
  return text.startsWith(`Usage: kassa-admin ${path.join(' ')} `) ? text : undefined;
}

test('the index lists every alert under its severity, with a link to its runbook', () => {
  const { text } = runbooksPage(rules);
  for (const { name, runbook, summary } of rules) {
    expect(text).toContain(`| [${name}](${runbook}.md) | ${summary} |`);
  }
});

describe('the index says how far each runbook was tried, and', () => {
  it('leaves out no runbook', () => {
    expect(Object.keys(triedRunbooks).toSorted()).toEqual(runbooks.map(({ name }) => name).toSorted());
    const { text } = runbooksPage(rules);
    for (const { name, runbook } of rules) {
      expect(text).toContain(`| [${name}](${runbook}.md) | ${howTried(runbook)} |`);
    }
  });

  it('does not say that a person followed a runbook if a test follows it', () => {
    const test = read('services/gateway/test/http/runbooks.test.ts');
    for (const [name, { kind }] of Object.entries(triedRunbooks)) {
      expect(test.includes(`openRunbook(bench, '${name}'`), name).toBe(kind === 'followed');
    }
  });

  const trials = Object.entries(triedRunbooks).flatMap(([name, trial]) =>
    trial.kind === 'by_hand' ? [] : [{ name, ...trial }],
  );
  it.each(trials)('names a test that causes the fault of $name', ({ name, kind, by }) => {
    const test = read(by);
    if (kind === 'followed') expect(test).toContain(`openRunbook(bench, '${name}'`);
    if (kind === 'counted') expect(test).toContain(rules.find(({ runbook }) => runbook === name)?.name);
    if (kind === 'raised') expect(test).toContain(name.replaceAll('-', '_'));
  });
});
