/**
 * How far a runbook was tried. `followed`: a test causes the fault on a running gateway, sees the alert, runs the runbook's
 * commands as they are printed, and sees that the fault is over. `by_hand`: a person caused the fault on running gateways, saw
 * the alert in a real Prometheus, and followed the runbook; no test repeats it. `raised`: a test causes the fault and sees the
 * alert. `counted`: promtool tests the rule with made-up counters.
 */
type Trial =
  | { readonly kind: 'followed' | 'raised' | 'counted'; readonly by: string }
  | { readonly kind: 'by_hand' };

const gatewayTests = 'services/gateway/test';
const followed = { kind: 'followed', by: `${gatewayTests}/http/runbooks.test.ts` } as const;
const byHand = { kind: 'by_hand' } as const;

function raised(test: string): Trial {
  return { kind: 'raised', by: `${gatewayTests}/${test}.test.ts` };
}

function counted(file: string): Trial {
  return { kind: 'counted', by: `infra/deploy-try/${file}.try.yaml` };
}

export const triedRunbooks: Readonly<Record<string, Trial>> = {
  'account-unusable': raised('http/own-process'),
  'callbacks-refused': counted('alert-rules'),
  'calls-fail': byHand,
  'calls-slow': byHand,
  'cancellation-given-up': raised('application/cancellations'),
  'card-testing': raised('application/card-testing'),
  'cases-wait': followed,
  'certificate-unusable': raised('adapters/watch-certificate'),
  'channel-circuit-opened': raised('adapters/channel-circuit'),
  'channel-fails': byHand,
  'channel-unavailable': raised('application/failover'),
  'clock-wrong': raised('http/wrong-clock-without-duties'),
  'database-pool-full': byHand,
  'database-slow': counted('alert-rules'),
  'database-unusable': raised('application/readiness'),
  'dispute-unresolved': followed,
  'duty-failed': raised('application/duties'),
  'event-given-up': followed,
  'few-payments-succeed': counted('tries-to-pay'),
  'foreign-report': raised('application/callbacks-about-others'),
  'guesses-refused': followed,
  'instance-down': byHand,
  'money-returned': followed,
  'most-tries-fail': counted('tries-to-pay'),
  'no-worker': raised('application/readiness'),
  'payment-uncollected': raised('application/reports-by-payment'),
  'process-busy': byHand,
  'reconciliation-difference': raised('http/reconciliation'),
  'refund-unresolved': followed,
  'report-for-operator': raised('http/channel-callbacks'),
  'result-quarantined': followed,
  'return-failed': followed,
  'returned-too-much': raised('application/refunds-and-disputes'),
  'storage-refused': raised('application/storage-refused'),
  'webhook-failed': raised('http/runbooks'),
  'webhook-switched-off': followed,
  'webhooks-fail': byHand,
  'work-overdue': byHand,
  'work-parked': raised('application/full-order'),
};

/** @param name the name of a runbook's page, without its ending */
export function howTried(name: string): string {
  const trial = triedRunbooks[name];
  if (trial === undefined) throw new Error(`nothing says how far the runbook ${name} was tried`);
  if (trial.kind === 'by_hand') {
    return 'somebody caused the fault, saw the alert in Prometheus, and followed the steps by hand; no test repeats this';
  }
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
