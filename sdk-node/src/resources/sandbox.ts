import type { SandboxTriggerRequest, SandboxTriggerResult } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { postRequest } from '../request/post-request.ts';

/** Features of sandbox gateways only. */
export class Sandbox {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Makes something happen to an order at the sandbox's processor: a dispute, a late success, a failed refund. Changes
   * follow by callback and as events. The SDK does not retry the call if its outcome is unknown.
   *
   * @throws {NotFoundError} NOT_FOUND in production, ORDER_NOT_FOUND
   */
  async trigger(params: SandboxTriggerRequest, options?: CallOptions): Promise<SandboxTriggerResult> {
    const request = postRequest('/api/merchant/sandbox/trigger', params, { kind: 'may_apply_twice' });
    return (await this.#gateway.send(request, options)) as SandboxTriggerResult;
  }
}
