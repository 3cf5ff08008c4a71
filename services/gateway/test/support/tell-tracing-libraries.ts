import { registerHooks } from 'node:module';

/**
 * Loaded before a process with `--import`. Prints which libraries of OpenTelemetry the process loads. Leaves out the API, which
 * records nothing by itself: `prom-client` loads it in every process.
 */
const told = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const [, library] = /\/(@opentelemetry\/(?!api\/)[^/]+)\//.exec(resolved.url) ?? [];
    if (library !== undefined && !told.has(library)) {
      told.add(library);
      process.stderr.write(`loaded ${library}\n`);
    }
    return resolved;
  },
});
