import { createConfig, lintFromString } from '@redocly/openapi-core';

/**
 * Returns what a linter finds wrong with a document, one line for each fault. Every rule of the recommended set is an error,
 * and examples are checked against their schemas.
 */
export async function lint(
  document: unknown,
  rules: Readonly<Record<string, 'off'>> = {},
): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    telemetry: 'off',
    rules: { 'no-invalid-media-type-examples': 'error', 'no-invalid-schema-examples': 'error', ...rules },
  });
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'document.json',
    config,
  });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
  );
}
