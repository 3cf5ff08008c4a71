import { type OtlpSettings, samplerNames } from '../adapters/outbound/tracing/otlp-settings.ts';
import { namedValues, oneOf, text, webAddress } from './setting-readers.ts';
import type { Settings } from './settings.ts';

const headers = namedValues('authorization=Bearer%20token');
const resource = namedValues('deployment.environment.name=production');
const serviceName = text('a name of at most 100 characters', 'kassa', /^[\x21-\x7e][\x20-\x7e]{0,99}$/);
const ratio = text('a number from 0 to 1', '0.1', /^(?:0(?:\.[0-9]{1,9})?|1(?:\.0{1,9})?)$/);
const collector = webAddress('http://otel-collector:4318');

/**
 * Reads OpenTelemetry's own environment variables. Returns null if none of them names a collector; in this case, nothing is
 * recorded. The other variables are read nevertheless, so that wrong values and misspelt names are found.
 */
export function readTracing(settings: Settings): OtlpSettings | null {
  const url = readUrl(settings);
  const read = {
    headers: settings.readSecret('OTEL_EXPORTER_OTLP_HEADERS', headers, {}),
    serviceName: settings.read('OTEL_SERVICE_NAME', serviceName, 'kassa-gateway'),
    sampler: settings.read('OTEL_TRACES_SAMPLER', oneOf(...samplerNames), 'parentbased_always_on'),
    ratio: Number(settings.read('OTEL_TRACES_SAMPLER_ARG', ratio, '1')),
    resource: settings.read('OTEL_RESOURCE_ATTRIBUTES', resource, {}),
  };
  return url === null ? null : { url, ...read };
}

/**
 * Returns the address to which traces are posted; null if none is set. An address that is set only for traces is used
 * unchanged. If only the collector's general address is set, `/v1/traces` is appended to it.
 */
function readUrl(settings: Settings): string | null {
  // OpenTelemetry treats an empty variable as one that is not set.
  const read = (variable: string) =>
    settings.valueOf(variable) === '' ? null : settings.read<string | null>(variable, collector, null);
  const ofTraces = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const general = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  return ofTraces ?? (general === null ? null : `${general.replace(/\/+$/, '')}/v1/traces`);
}
