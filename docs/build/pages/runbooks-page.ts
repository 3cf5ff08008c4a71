import type { AlertRule } from './alert-rules.ts';
import type { Page } from './page.ts';
import { howTried } from './tried-runbooks.ts';

const headings: Readonly<Record<string, string>> = {
  critical: 'Critical: act now',
  warning: 'Warning: act within the day',
  info: 'Information: nobody needs to act',
};

/** Generates the index of the runbooks from the rules of Prometheus. */
export function runbooksPage(rules: readonly AlertRule[]): Page {
  const sections = Object.entries(headings).map(([severity, heading]) => {
    const rows = rules
      .filter((rule) => rule.severity === severity)
      .map(({ name, runbook, summary }) => `| [${name}](${runbook}.md) | ${summary} |`);
    return `## ${heading}\n\n| Alert | What it says |\n|---|---|\n${rows.join('\n')}`;
  });
  const trials = rules.map(({ name, runbook }) => `| [${name}](${runbook}.md) | ${howTried(runbook)} |`);
  return {
    path: 'runbooks/index.md',
    text: `---
title: Runbooks
editLink: false
---

# Runbooks

For each alert of \`deploy/prometheus/rules.yaml\`: what it means, what to check, what to do, and how to see that the fault is over.
[Monitoring](../guides/monitoring.md) says how to load the rules.

- The commands call the operations port. First set \`KASSA_OPERATIONS_URL\`, and \`KASSA_OPERATIONS_TOKEN\` to your own token: commands
  that change something need the role \`operator\`; commands that change merchants or accounts at processors need \`admin\`.
  Replace each placeholder in angle brackets.
- \`<instance>:10040\` is the operations port of an instance. With the compose file and on Kubernetes, only containers reach it. Run
  the commands in a container there: \`podman-compose exec -T api-1 kassa-admin …\`, or \`kubectl --namespace kassa exec -i
  deployment/kassa-api -- kassa-admin …\`. The images have no curl: \`node services/gateway/bin/check-health.js\`, in the container of
  the instance, prints what \`/health/ready\` answers.
- The gateway logs JSON lines to its standard output. Each alert that it raises itself is a line whose \`msg\` is the kind of the
  alert; it names the order, the channel or the merchant.
- In Prometheus, an alert that the gateway raises itself ends after ten minutes, even if nobody has acted. The
  last section of its runbook says how to see whether the fault is over.
- An expression in a list is PromQL: enter it in Prometheus.
- Waiting loses nothing: the database keeps all work, and callers repeat their calls with the same IDs. So ask a colleague rather
  than risk moving money twice.

${sections.join('\n\n')}

## How far each runbook was tried

No test runs the steps outside the gateway, such as a look at a processor's dashboard.

| Alert | Tried |
|---|---|
${trials.join('\n')}
`,
  };
}
