import gatewayPackage from '../../../package.json' with { type: 'json' };

/** The version of this gateway. */
export function gatewayVersion(): string {
  return gatewayPackage.version;
}
