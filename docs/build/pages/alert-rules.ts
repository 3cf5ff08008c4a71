/** A rule of Prometheus that raises an alert. */
export interface AlertRule {
  readonly name: string;
  readonly expression: string;
  readonly severity: string;
  readonly summary: string;
  /** The runbook's file in `docs/runbooks`, without its ending. */
  readonly runbook: string;
}

/**
 * Reads the rules of `deploy/prometheus/rules.yaml`. Each member of a rule is on a line of its own there, so this needs no
 * YAML parser. A rule that lacks a member is an error.
 */
export function readAlertRules(yaml: string): readonly AlertRule[] {
  return yaml
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const name = text.split('\n', 1)[0] ?? '';
      const member = (pattern: RegExp): string => {
        const value = pattern.exec(text)?.[1];
        if (value === undefined) throw new Error(`${name} has no ${pattern.source}`);
        return value;
      };
      return {
        name,
        expression: member(/^ {8}expr: '(.+)'$/m),
        severity: member(/^ {10}severity: (critical|warning|info)$/m),
        summary: member(/^ {10}summary: (.+)$/m),
        runbook: member(/^ {10}runbook_url: '\{\{ \$externalLabels\.kassa_docs \}\}\/runbooks\/([a-z-]+)'$/m),
      };
    });
}
