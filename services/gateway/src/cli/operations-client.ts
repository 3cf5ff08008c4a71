import {
  type AddChannelRequest,
  type AddedKey,
  type AttemptAnswer,
  type AuditList,
  type CancelledRefund,
  type CaseListResult,
  type ChangeBrandingRequest,
  type ChangeSettingsRequest,
  type Channel,
  type ChannelCheck,
  type ChannelList,
  type ChannelTypeList,
  type CreatedMerchant,
  type CreateMerchantRequest,
  type EncryptAnewRequest,
  type EncryptedAnew,
  type Envelope,
  type FailedDeliveryList,
  type FieldError,
  type Merchant,
  type MerchantListResult,
  type MoveClockRequest,
  type MoveMerchantRequest,
  OPERATOR_HEADER,
  type OperatorOrder,
  type OperatorResendResult,
  type ReconcileRequest,
  type Reconciliation,
  type ReconciliationList,
  type RemovedChannel,
  type RepeatedReturn,
  type ResumedCase,
  type RotateChannelRequest,
  type RotatedSecret,
  type SandboxClock,
  type SandboxTriggerRequest,
  type SandboxTriggerResult,
  type SetSecretRequest,
  type SettleCaseRequest,
  type SettledCase,
  type SettlementReport,
} from '@kassa/contracts';

export type { Merchant };

/** How a call to the operations port ended. */
export type OperationsAnswer<Data> =
  | { readonly kind: 'answered'; readonly data: Data }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly detail: string;
      readonly fields: readonly FieldError[];
      readonly requestId: string | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** An answer that takes longer means that nobody is going to give one. */
const TIMEOUT_MS = 15_000;
/** For all of a merchant's day, of which a large one takes a minute on a busy database. */
const REPORT_TIMEOUT_MS = 600_000;
/** A check makes several calls to a processor, each of which may take long. */
const CHECK_TIMEOUT_MS = 90_000;

/** Speaks to a running gateway's operations port (`/admin`), with the operations token. */
export class OperationsClient {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #operator: string | undefined;

  /**
   * @param options.baseUrl without `/admin`, e.g. `http://127.0.0.1:10040`
   * @param options.operator who it is that asks, for the audit log
   */
  constructor(options: { baseUrl: string; token: string; operator?: string | undefined }) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.#token = options.token;
    this.#operator = options.operator;
  }

  createMerchant(request: CreateMerchantRequest): Promise<OperationsAnswer<CreatedMerchant>> {
    return this.#call('POST', '/admin/merchants', request);
  }

  listMerchants(query: {
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<MerchantListResult>> {
    return this.#call('GET', `/admin/merchants?${queryText(query)}`);
  }

  showMerchant(merchantId: string): Promise<OperationsAnswer<Merchant>> {
    return this.#call('GET', `/admin/merchants/${encodeURIComponent(merchantId)}`);
  }

  setAllowedOrigins(merchantId: string, origins: readonly string[]): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'origins', { allowed_origins: origins });
  }

  changeBranding(merchantId: string, change: ChangeBrandingRequest): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'branding', change);
  }

  changeSettings(merchantId: string, change: ChangeSettingsRequest): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'settings', change);
  }

  moveMerchant(
    merchantId: string,
    move: 'approve' | 'disable' | 'enable',
    request: MoveMerchantRequest,
  ): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, move, request);
  }

  addKey(merchantId: string, publicKeyPem: string): Promise<OperationsAnswer<AddedKey>> {
    return this.#changeMerchant(merchantId, 'keys', { public_key: publicKeyPem });
  }

  revokeKey(
    merchantId: string,
    keyId: string,
    { isForced }: { readonly isForced: boolean },
  ): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, `keys/${encodeURIComponent(keyId)}/revoke`, { force: isForced });
  }

  showOrder(orderId: string): Promise<OperationsAnswer<OperatorOrder>> {
    return this.#call('GET', `/admin/orders/${encodeURIComponent(orderId)}`);
  }

  findOrder(merchantId: string, number: string): Promise<OperationsAnswer<OperatorOrder>> {
    const query = new URLSearchParams({ merchant_id: merchantId, merchant_transaction_id: number });
    return this.#call('GET', `/admin/orders?${query}`);
  }

  listCases(query: {
    kind: string | undefined;
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<CaseListResult>> {
    return this.#call('GET', `/admin/cases?${queryText(query)}`);
  }

  settleCase(request: SettleCaseRequest): Promise<OperationsAnswer<SettledCase>> {
    return this.#call('POST', '/admin/cases/settle', request);
  }

  resumeCase(caseId: string): Promise<OperationsAnswer<ResumedCase>> {
    return this.#call('POST', '/admin/cases/resume', { case_id: caseId });
  }

  askAboutAttempt(attemptId: string): Promise<OperationsAnswer<AttemptAnswer>> {
    return this.#call('POST', `/admin/attempts/${encodeURIComponent(attemptId)}/ask`);
  }

  cancelRefund(refundId: string): Promise<OperationsAnswer<CancelledRefund>> {
    return this.#call('POST', `/admin/refunds/${encodeURIComponent(refundId)}/cancel`);
  }

  repeatReturn(refundId: string): Promise<OperationsAnswer<RepeatedReturn>> {
    return this.#call('POST', `/admin/refunds/${encodeURIComponent(refundId)}/repeat`);
  }

  reconcile(request: ReconcileRequest): Promise<OperationsAnswer<Reconciliation>> {
    return this.#call('POST', '/admin/reconciliations', request);
  }

  showReconciliation(channelId: string, date: string): Promise<OperationsAnswer<Reconciliation>> {
    const day = [channelId, date].map(encodeURIComponent).join('/');
    return this.#call('GET', `/admin/reconciliations/${day}`);
  }

  listReconciliations(query: {
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<ReconciliationList>> {
    return this.#call('GET', `/admin/reconciliations?${queryText(query)}`);
  }

  showClock(): Promise<OperationsAnswer<SandboxClock>> {
    return this.#call('GET', '/admin/sandbox/clock');
  }

  moveClock(request: MoveClockRequest): Promise<OperationsAnswer<SandboxClock>> {
    return this.#call('POST', '/admin/sandbox/clock', request);
  }

  listFailedDeliveries(query: {
    merchant_id: string | undefined;
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<FailedDeliveryList>> {
    return this.#call('GET', `/admin/webhooks/failed?${queryText(query)}`);
  }

  resendEvents(eventIds: readonly string[]): Promise<OperationsAnswer<OperatorResendResult>> {
    return this.#call('POST', '/admin/webhooks/resend', { event_ids: eventIds });
  }

  setWebhookUrl(merchantId: string, url: string): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'webhook/url', { webhook_url: url });
  }

  switchWebhookOn(merchantId: string): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'webhook/switch-on');
  }

  rotateWebhookSecret(
    merchantId: string,
    keepPreviousHours: number | undefined,
  ): Promise<OperationsAnswer<RotatedSecret>> {
    return this.#changeMerchant(merchantId, 'webhook/rotate-secret', {
      keep_previous_hours: keepPreviousHours,
    });
  }

  setWebhookSecret(merchantId: string, request: SetSecretRequest): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'webhook/secret', request);
  }

  retireWebhookSecret(merchantId: string): Promise<OperationsAnswer<Merchant>> {
    return this.#changeMerchant(merchantId, 'webhook/retire-secret');
  }

  listAuditEntries(query: {
    about: string | undefined;
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<AuditList>> {
    return this.#call('GET', `/admin/audit?${queryText(query)}`);
  }

  async reportSettlement(merchantId: string, date: string): Promise<OperationsAnswer<SettlementReport>> {
    const query = queryText({ merchant_id: merchantId, date });
    const sent = await this.#send('GET', `/admin/reports/settlement?${query}`, undefined, REPORT_TIMEOUT_MS);
    return sent instanceof Response ? this.#read(sent) : sent;
  }

  /** The report as a CSV file, part by part while it arrives; taking it throws when the transfer breaks off. */
  async settlementFile(
    merchantId: string,
    date: string,
    format: 'csv' | 'lines_csv',
  ): Promise<OperationsAnswer<AsyncIterable<string>>> {
    const query = queryText({ merchant_id: merchantId, date, format });
    const sent = await this.#send('GET', `/admin/reports/settlement?${query}`, undefined, REPORT_TIMEOUT_MS);
    if (!(sent instanceof Response)) return sent;
    const isFile = sent.ok && sent.headers.get('content-type')?.startsWith('text/csv');
    if (isFile && sent.body !== null) return { kind: 'answered', data: textOf(sent.body) };
    return this.#read(sent);
  }

  listChannelTypes(): Promise<OperationsAnswer<ChannelTypeList>> {
    return this.#call('GET', '/admin/channel-types');
  }

  listChannels(): Promise<OperationsAnswer<ChannelList>> {
    return this.#call('GET', '/admin/channels');
  }

  showChannel(channelId: string): Promise<OperationsAnswer<Channel>> {
    return this.#call('GET', `/admin/channels/${encodeURIComponent(channelId)}`);
  }

  addChannel(request: AddChannelRequest): Promise<OperationsAnswer<Channel>> {
    return this.#call('POST', '/admin/channels', request);
  }

  rotateChannel(channelId: string, request: RotateChannelRequest): Promise<OperationsAnswer<Channel>> {
    return this.#call('POST', `/admin/channels/${encodeURIComponent(channelId)}/rotate`, request);
  }

  moveChannel(
    channelId: string,
    move: 'retire' | 'enable' | 'retire-secret',
  ): Promise<OperationsAnswer<Channel>> {
    return this.#call('POST', `/admin/channels/${encodeURIComponent(channelId)}/${move}`);
  }

  removeChannel(channelId: string): Promise<OperationsAnswer<RemovedChannel>> {
    return this.#call('POST', `/admin/channels/${encodeURIComponent(channelId)}/remove`);
  }

  checkChannel(channelId: string): Promise<OperationsAnswer<ChannelCheck>> {
    const path = `/admin/channels/${encodeURIComponent(channelId)}/check`;
    return this.#call('POST', path, undefined, CHECK_TIMEOUT_MS);
  }

  encryptAnew(request: EncryptAnewRequest): Promise<OperationsAnswer<EncryptedAnew>> {
    return this.#call('POST', '/admin/secrets/encrypt-anew', request);
  }

  #changeMerchant<Data>(merchantId: string, change: string, body?: unknown): Promise<OperationsAnswer<Data>> {
    return this.#call('POST', `/admin/merchants/${encodeURIComponent(merchantId)}/${change}`, body);
  }

  pullTrigger(request: SandboxTriggerRequest): Promise<OperationsAnswer<SandboxTriggerResult>> {
    return this.#call('POST', '/admin/sandbox/trigger', request);
  }

  async #call<Data>(
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = TIMEOUT_MS,
  ): Promise<OperationsAnswer<Data>> {
    const sent = await this.#send(method, path, body, timeoutMs);
    return sent instanceof Response ? this.#read(sent) : sent;
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    timeoutMs: number,
  ): Promise<Response | Extract<OperationsAnswer<never>, { kind: 'unreachable' }>> {
    try {
      return await fetch(this.#baseUrl + path, {
        method,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${this.#token}`,
          ...(this.#operator !== undefined && { [OPERATOR_HEADER]: this.#operator }),
        },
        signal: AbortSignal.timeout(timeoutMs),
        // A redirect would carry the token to an address nobody has named.
        redirect: 'error',
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error) };
    }
  }

  async #read<Data>(response: Response): Promise<OperationsAnswer<Data>> {
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error) };
    }
    const envelope = readEnvelope<Data>(text);
    if (envelope === undefined) {
      return { kind: 'unreachable', reason: `HTTP ${response.status}, and not an answer of a Kassa gateway` };
    }
    if (!('error' in envelope)) return { kind: 'answered', data: envelope.data };
    const { msg: name, error } = envelope;
    const { detail, fields = [], request_id: requestId = null } = error;
    return { kind: 'refused', name, detail, fields, requestId };
  }
}

/** @throws {BrokenTransfer} when it does not arrive as a whole */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw new BrokenTransfer(reasonOf(error));
  }
}

/** An answer has begun and did not arrive to its end; the message says why. */
export class BrokenTransfer extends Error {
  override readonly name = 'BrokenTransfer';
}

/** Those that are given. */
function queryText(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

function readEnvelope<Data>(text: string): Envelope<Data> | undefined {
  try {
    const envelope: unknown = JSON.parse(text);
    const isEnvelope =
      typeof envelope === 'object' &&
      envelope !== null &&
      'data' in envelope &&
      (envelope.data !== null || 'error' in envelope);
    return isEnvelope ? (envelope as Envelope<Data>) : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  // fetch hides what happened ("connect ECONNREFUSED …") behind its "fetch failed".
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
