import {
  AddKeyRequest,
  AuditListQuery,
  CaseListQuery,
  ChangeSettingsRequest,
  ConcludeDisputeRequest,
  ConcludeRefundRequest,
  CreateMerchantRequest,
  EventResendByIds,
  FailedDeliveryQuery,
  FindOrderQuery,
  MerchantListQuery,
  MoveClockRequest,
  MoveMerchantRequest,
  ResumedCase,
  RevokeKeyRequest,
  RotateSecretRequest,
  SandboxTriggerRequest,
  SetSecretRequest,
  SettleCaseRequest,
  SetWebhookUrlRequest,
} from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/cli/terminal/cli-error.ts';
import { errorText, optionOf } from '../../src/cli/terminal/error-text.ts';

const refused = (message: string, path: string, fault: string) =>
  new CliError('refused', message, {
    errorName: 'INVALID_REQUEST',
    fields: [{ path, message: fault }],
    requestId: 'req_1',
  });

describe('a fault that the gateway reports', () => {
  test.each([
    AddKeyRequest,
    AuditListQuery,
    CaseListQuery,
    ChangeSettingsRequest,
    ConcludeDisputeRequest,
    ConcludeRefundRequest,
    CreateMerchantRequest,
    EventResendByIds,
    FailedDeliveryQuery,
    FindOrderQuery,
    MerchantListQuery,
    MoveClockRequest,
    MoveMerchantRequest,
    ResumedCase,
    RevokeKeyRequest,
    RotateSecretRequest,
    SandboxTriggerRequest,
    SetSecretRequest,
    SettleCaseRequest,
    SetWebhookUrlRequest,
  ])('is named by option or argument, whichever member it concerns: %#', ({ properties }) => {
    const members = Object.keys(properties);
    expect(members.filter((member) => !/^(--|<)/.test(optionOf(member, '')))).toEqual([]);
  });

  test('is named once if there is only one', () => {
    const fault = 'must NOT have more than 512 characters';
    expect(errorText(refused(`note ${fault}.`, 'note', fault), 'cases settle')).toBe(
      `error: INVALID_REQUEST: --note ${fault}.\n  (request req_1)\n`,
    );
  });

  test('is named once for each of several members', () => {
    const fields = [
      { path: 'name', message: 'is required' },
      { path: 'public_key', message: 'is required' },
    ];
    const error = new CliError('refused', 'name is required (and 1 more).', { fields });
    expect(errorText(error, 'merchant create')).toBe(
      'error: --name is required.\n  --public-key is required\n',
    );
  });

  test('is named beside a separate sentence', () => {
    const error = refused('There is no event evt_1.', 'after', 'is not known');
    expect(errorText(error, 'webhooks failed')).toMatch(
      /There is no event evt_1\.\n {2}--after is not known\n/,
    );
  });

  test('is named by the argument of the given command', () => {
    expect(optionOf('webhook_url', 'merchant create')).toBe('--webhook-url');
    expect(optionOf('webhook_url', 'webhooks set-url')).toBe('<url>');
    expect(optionOf('event_ids[3]', 'webhooks resend')).toBe('<event-id>');
  });
});
