/**
 * How far a runbook was tried. `followed`: a test causes the fault on a running gateway, sees the alert, runs the runbook's
 * commands as they are printed, and sees that the fault is over. `raised`: a test causes the fault and sees the alert. `counted`:
 * promtool tries the rule on invented counters. `untried`: the rule was only checked for its syntax and its metrics.
 */
type Trial =
  | { readonly kind: 'followed' | 'raised' | 'counted'; readonly by: string }
  | { readonly kind: 'untried' };

const gatewayTests = 'services/gateway/test';
const followed = { kind: 'followed', by: `${gatewayTests}/http/runbooks.test.ts` } as const;
const untried = { kind: 'untried' } as const;

function raised(test: string): Trial {
  return { kind: 'raised', by: `${gatewayTests}/${test}.test.ts` };
}

function counted(file: string): Trial {
  return { kind: 'counted', by: `infra/deploy-try/${file}.try.yaml` };
}

export const triedRunbooks: Readonly<Record<string, Trial>> = {
  'account-unusable': raised('http/own-process'),
  'callbacks-refused': counted('alert-rules'),
  'calls-fail': untried,
  'calls-slow': untried,
  'cancellation-given-up': raised('application/cancellations'),
  'card-testing': raised('application/card-testing'),
  'cases-wait': followed,
  'certificate-unusable': raised('adapters/watch-certificate'),
  'channel-circuit-opened': raised('adapters/channel-circuit'),
  'channel-fails': counted('alert-rules'),
  'channel-unavailable': raised('application/failover'),
  'clock-wrong': raised('http/wrong-clock-without-duties'),
  'database-pool-full': untried,
  'database-unusable': raised('application/readiness'),
  'dispute-unresolved': followed,
  'duty-failed': raised('application/duties'),
  'event-given-up': followed,
  'few-payments-succeed': counted('tries-to-pay'),
  'foreign-report': raised('application/callbacks-about-others'),
  'guesses-refused': followed,
  'instance-down': untried,
  'money-returned': followed,
  'most-tries-fail': counted('tries-to-pay'),
  'no-worker': raised('application/readiness'),
  'payment-uncollected': raised('application/reports-by-payment'),
  'process-busy': untried,
  'reconciliation-difference': raised('http/reconciliation'),
  'refund-unresolved': followed,
  'report-for-operator': raised('http/channel-callbacks'),
  'result-quarantined': followed,
  'return-failed': followed,
  'returned-too-much': raised('application/refunds-and-disputes'),
  'storage-refused': raised('application/storage-refused'),
  'webhook-failed': raised('http/runbooks'),
  'webhook-switched-off': followed,
  'webhooks-fail': untried,
  'work-overdue': untried,
  'work-parked': raised('application/full-order'),
};

/** @param name the name of a runbook's page, without its ending */
export function howTried(name: string): string {
  const trial = triedRunbooks[name] ?? untried;
  if (trial.kind === 'untried') return 'not tried: no test causes this fault';
  const by = `\`${trial.by}\``;
  switch (trial.kind) {
    case 'followed':
      return `a test causes the fault, sees the alert, and runs the commands until the fault is over: ${by}`;
    case 'raised':
      return `a test causes the fault and sees the alert, but does not run the commands: ${by}`;
    case 'counted':
      return `a test evaluates the alert’s rule with invented counters: ${by}`;
  }
}
