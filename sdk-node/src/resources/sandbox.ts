import type { SandboxTriggerRequest, SandboxTriggerResult } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { postRequest } from '../request/post-request.ts';

/** What only a sandbox gateway has. */
export class Sandbox {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Makes something happen to an order at the sandbox's processor: a dispute, a late success, a failed refund.
   * What follows comes by callback and as events. Not repeated when its outcome is unknown.
   *
   * @throws {NotFoundError} NOT_FOUND in production, ORDER_NOT_FOUND
   */
  async trigger(params: SandboxTriggerRequest, options?: CallOptions): Promise<SandboxTriggerResult> {
    const request = postRequest('/api/merchant/sandbox/trigger', params, { kind: 'may_apply_twice' });
    return (await this.#gateway.send(request, options)) as SandboxTriggerResult;
  }
}
