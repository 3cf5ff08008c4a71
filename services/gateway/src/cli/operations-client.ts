import type {
  AddChannelRequest,
  AddedKey,
  AttemptAnswer,
  AuditList,
  CancelledRefund,
  CaseListResult,
  ChangeBrandingRequest,
  ChangeSettingsRequest,
  Channel,
  ChannelCheck,
  ChannelList,
  ChannelTypeList,
  ConcludeDisputeRequest,
  ConcludedDispute,
  ConcludedRefund,
  ConcludeRefundRequest,
  CreatedMerchant,
  CreateMerchantRequest,
  EncryptAnewRequest,
  EncryptedAnew,
  FailedDeliveryList,
  Merchant,
  MerchantListResult,
  MoveClockRequest,
  MoveMerchantRequest,
  OperatorOrder,
  OperatorResendResult,
  ReconcileRequest,
  Reconciliation,
  ReconciliationList,
  RemovedChannel,
  RepeatedReturn,
  ResumedCase,
  RotateChannelRequest,
  RotatedSecret,
  SandboxClock,
  SandboxTriggerRequest,
  SandboxTriggerResult,
  SetSecretRequest,
  SettleCaseRequest,
  SettledCase,
  SettlementFileFormat,
  SettlementReport,
} from '@kassa/contracts';
import { type OperationsAnswer, OperationsConnection } from './operations-connection.ts';

export type { Merchant };

/** For all of a merchant's day, of which a large one takes a minute on a busy database. */
const REPORT_TIMEOUT_MS = 600_000;
/** A check makes several calls to a processor, each of which may take long. */
const CHECK_TIMEOUT_MS = 90_000;

/** Speaks to a running gateway's operations port (`/admin`), with the operations token. */
export class OperationsClient {
  readonly #connection: OperationsConnection;

  /**
   * @param options.baseUrl without `/admin`, e.g. `http://127.0.0.1:10040`
   * @param options.operator who it is that asks, for the audit log
   */
  constructor(options: { baseUrl: string; token: string; operator?: string | undefined }) {
    this.#connection = new OperationsConnection(options);
  }

  createMerchant(request: CreateMerchantRequest): Promise<OperationsAnswer<CreatedMerchant>> {
    return this.#connection.call('POST', '/admin/merchants', request);
  }

  listMerchants(query: {
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<MerchantListResult>> {
    return this.#connection.call('GET', `/admin/merchants?${queryText(query)}`);
  }

  showMerchant(merchantId: string): Promise<OperationsAnswer<Merchant>> {
    return this.#connection.call('GET', `/admin/merchants/${encodeURIComponent(merchantId)}`);
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
    return this.#connection.call('GET', `/admin/orders/${encodeURIComponent(orderId)}`);
  }

  findOrder(merchantId: string, number: string): Promise<OperationsAnswer<OperatorOrder>> {
    const query = new URLSearchParams({ merchant_id: merchantId, merchant_transaction_id: number });
    return this.#connection.call('GET', `/admin/orders?${query}`);
  }

  listCases(query: {
    kind: string | undefined;
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<CaseListResult>> {
    return this.#connection.call('GET', `/admin/cases?${queryText(query)}`);
  }

  settleCase(request: SettleCaseRequest): Promise<OperationsAnswer<SettledCase>> {
    return this.#connection.call('POST', '/admin/cases/settle', request);
  }

  resumeCase(caseId: string): Promise<OperationsAnswer<ResumedCase>> {
    return this.#connection.call('POST', '/admin/cases/resume', { case_id: caseId });
  }

  askAboutAttempt(attemptId: string): Promise<OperationsAnswer<AttemptAnswer>> {
    return this.#connection.call('POST', `/admin/attempts/${encodeURIComponent(attemptId)}/ask`);
  }

  cancelRefund(refundId: string): Promise<OperationsAnswer<CancelledRefund>> {
    return this.#connection.call('POST', `/admin/refunds/${encodeURIComponent(refundId)}/cancel`);
  }

  repeatReturn(refundId: string): Promise<OperationsAnswer<RepeatedReturn>> {
    return this.#connection.call('POST', `/admin/refunds/${encodeURIComponent(refundId)}/repeat`);
  }

  concludeRefund(
    refundId: string,
    request: ConcludeRefundRequest,
  ): Promise<OperationsAnswer<ConcludedRefund>> {
    return this.#connection.call('POST', `/admin/refunds/${encodeURIComponent(refundId)}/conclude`, request);
  }

  concludeDispute(
    orderId: string,
    request: ConcludeDisputeRequest,
  ): Promise<OperationsAnswer<ConcludedDispute>> {
    const path = `/admin/orders/${encodeURIComponent(orderId)}/dispute/conclude`;
    return this.#connection.call('POST', path, request);
  }

  reconcile(request: ReconcileRequest): Promise<OperationsAnswer<Reconciliation>> {
    return this.#connection.call('POST', '/admin/reconciliations', request);
  }

  showReconciliation(channelId: string, date: string): Promise<OperationsAnswer<Reconciliation>> {
    const day = [channelId, date].map(encodeURIComponent).join('/');
    return this.#connection.call('GET', `/admin/reconciliations/${day}`);
  }

  listReconciliations(query: {
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<ReconciliationList>> {
    return this.#connection.call('GET', `/admin/reconciliations?${queryText(query)}`);
  }

  showClock(): Promise<OperationsAnswer<SandboxClock>> {
    return this.#connection.call('GET', '/admin/sandbox/clock');
  }

  moveClock(request: MoveClockRequest): Promise<OperationsAnswer<SandboxClock>> {
    return this.#connection.call('POST', '/admin/sandbox/clock', request);
  }

  listFailedDeliveries(query: {
    merchant_id: string | undefined;
    after: string | undefined;
    limit: string | undefined;
  }): Promise<OperationsAnswer<FailedDeliveryList>> {
    return this.#connection.call('GET', `/admin/webhooks/failed?${queryText(query)}`);
  }

  resendEvents(eventIds: readonly string[]): Promise<OperationsAnswer<OperatorResendResult>> {
    return this.#connection.call('POST', '/admin/webhooks/resend', { event_ids: eventIds });
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
    return this.#connection.call('GET', `/admin/audit?${queryText(query)}`);
  }

  reportSettlement(merchantId: string, date: string): Promise<OperationsAnswer<SettlementReport>> {
    const path = `/admin/reports/settlement?${queryText({ merchant_id: merchantId, date })}`;
    return this.#connection.call('GET', path, undefined, REPORT_TIMEOUT_MS);
  }

  /** The report as a CSV file, part by part while it arrives; taking it throws when the transfer breaks off. */
  settlementFile(
    merchantId: string,
    date: string,
    format: SettlementFileFormat,
  ): Promise<OperationsAnswer<AsyncIterable<string>>> {
    const query = queryText({ merchant_id: merchantId, date, format });
    return this.#connection.file(`/admin/reports/settlement?${query}`, REPORT_TIMEOUT_MS);
  }

  listChannelTypes(): Promise<OperationsAnswer<ChannelTypeList>> {
    return this.#connection.call('GET', '/admin/channel-types');
  }

  listChannels(): Promise<OperationsAnswer<ChannelList>> {
    return this.#connection.call('GET', '/admin/channels');
  }

  showChannel(channelId: string): Promise<OperationsAnswer<Channel>> {
    return this.#connection.call('GET', `/admin/channels/${encodeURIComponent(channelId)}`);
  }

  addChannel(request: AddChannelRequest): Promise<OperationsAnswer<Channel>> {
    return this.#connection.call('POST', '/admin/channels', request);
  }

  rotateChannel(channelId: string, request: RotateChannelRequest): Promise<OperationsAnswer<Channel>> {
    return this.#connection.call('POST', `/admin/channels/${encodeURIComponent(channelId)}/rotate`, request);
  }

  moveChannel(
    channelId: string,
    move: 'retire' | 'enable' | 'retire-secret',
  ): Promise<OperationsAnswer<Channel>> {
    return this.#connection.call('POST', `/admin/channels/${encodeURIComponent(channelId)}/${move}`);
  }

  removeChannel(channelId: string): Promise<OperationsAnswer<RemovedChannel>> {
    return this.#connection.call('POST', `/admin/channels/${encodeURIComponent(channelId)}/remove`);
  }

  checkChannel(channelId: string): Promise<OperationsAnswer<ChannelCheck>> {
    const path = `/admin/channels/${encodeURIComponent(channelId)}/check`;
    return this.#connection.call('POST', path, undefined, CHECK_TIMEOUT_MS);
  }

  encryptAnew(request: EncryptAnewRequest): Promise<OperationsAnswer<EncryptedAnew>> {
    return this.#connection.call('POST', '/admin/secrets/encrypt-anew', request);
  }

  pullTrigger(request: SandboxTriggerRequest): Promise<OperationsAnswer<SandboxTriggerResult>> {
    return this.#connection.call('POST', '/admin/sandbox/trigger', request);
  }

  #changeMerchant<Data>(merchantId: string, change: string, body?: unknown): Promise<OperationsAnswer<Data>> {
    return this.#connection.call(
      'POST',
      `/admin/merchants/${encodeURIComponent(merchantId)}/${change}`,
      body,
    );
  }
}

/** Those that are given. */
function queryText(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
