import { readConfig } from '@kassa/gateway';
import { describe, expect, it } from 'vitest';
import { deployFiles, readRepositoryFile } from './repository-file.ts';
import { leastSettings } from './settings-of-the-gateway.ts';

const templates = deployFiles()
  .filter((file) => file.startsWith('deploy/chart/kassa/templates/'))
  .map(readRepositoryFile)
  .join('\n');

const count = (pattern: RegExp) => templates.match(pattern)?.length ?? 0;

describe('the chart', () => {
  it('keeps variables of Kubernetes’ services out of every pod, because the gateway would read them', () => {
    expect(count(/^ *containers:$/gm)).toBeGreaterThan(0);
    expect(count(/^ *enableServiceLinks: false$/gm)).toBe(count(/^ *containers:$/gm));
  });

  it('opens the ports on which the gateway listens by default', () => {
    const { merchantPort, checkoutPort, operationsPort } = readConfig(leastSettings);
    expect(templates).toContain(`{name: merchant, containerPort: ${merchantPort}}`);
    expect(templates).toContain(`{name: checkout, containerPort: ${checkoutPort}}`);
    expect(templates).toContain(`{name: operations, containerPort: ${operationsPort}}`);
    const ports = new Set(templates.match(/\b100[0-9]0\b/g));
    expect([...ports].map(Number).sort()).toEqual([merchantPort, checkoutPort, operationsPort]);
  });
});
