import type { SandboxTriggerRequest, SandboxTriggerResult } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { postRequest } from '../request/post-request.ts';

export type { SandboxTrigger, SandboxTriggerRequest, SandboxTriggerResult } from '@kassa/contracts';

/** Features of sandbox gateways only. */
export class Sandbox {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Triggers something at the sandbox's processor for one order: for example a dispute, a late success or a failed refund. The
   * processor reports the change by callback, and the gateway sends the event. The SDK does not retry this call if its outcome
   * is unknown.
   *
   * @throws {NotFoundError} NOT_FOUND in production, ORDER_NOT_FOUND
   */
  async trigger(params: SandboxTriggerRequest, options?: CallOptions): Promise<SandboxTriggerResult> {
    const request = postRequest('/api/merchant/sandbox/trigger', params, { kind: 'may_apply_twice' });
    return (await this.#gateway.send(request, options)) as SandboxTriggerResult;
  }
}
