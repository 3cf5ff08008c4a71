import type { ErrorDefinition } from './error-definition.ts';

/** Errors of calls that only operators, and testers in a sandbox, make. */
export const operatorErrors = {
  MERCHANT_NOT_FOUND: {
    code: 40405,
    httpStatus: 404,
    retryable: false,
    meaning: 'No merchant has this ID.',
    whatToDo: 'Check the merchant ID.',
  },
  CASE_NOT_FOUND: {
    code: 40420,
    httpStatus: 404,
    retryable: false,
    meaning: 'No case with this ID waits for the operator.',
    whatToDo:
      'List the open cases with `kassa-admin cases`. The case may have been settled, or may have closed by itself.',
  },
  ATTEMPT_NOT_FOUND: {
    code: 40421,
    httpStatus: 404,
    retryable: false,
    meaning: 'No payment attempt has this ID.',
    whatToDo: 'Find the attempt’s ID with `kassa-admin order show`.',
  },
  KEY_NOT_FOUND: {
    code: 40422,
    httpStatus: 404,
    retryable: false,
    meaning: 'The merchant has no public key with this ID.',
    whatToDo: 'List the merchant’s keys with `kassa-admin keys list`.',
  },
  OPERATOR_TOKEN_NOT_FOUND: {
    code: 40423,
    httpStatus: 404,
    retryable: false,
    meaning: 'There is no operator’s token with this ID.',
    whatToDo: 'List the tokens with `kassa-admin operators list`.',
  },
  DUPLICATE_PUBLIC_KEY: {
    code: 40906,
    httpStatus: 409,
    retryable: false,
    meaning: 'This public key is already registered, or was revoked.',
    whatToDo:
      'Generate a new key pair. Merchants cannot share keys, and a revoked key cannot be registered again.',
  },
  SECRET_ROTATION_UNDER_WAY: {
    code: 40907,
    httpStatus: 409,
    retryable: false,
    meaning:
      'The merchant already has two active webhook secrets, or the channel already has two active callback secrets.',
    whatToDo:
      'Retire the previous secret, then rotate again. A previous webhook secret also expires by itself, by default 24 hours after the rotation. A previous callback secret never expires.',
  },
  CHANNEL_EXISTS: {
    code: 40920,
    httpStatus: 409,
    retryable: false,
    meaning: 'The merchant or the deployment already has an account of this channel type.',
    whatToDo: 'Replace the account’s credentials with `kassa-admin channel rotate`.',
  },
  CHANNEL_ACCOUNT_TAKEN: {
    code: 40921,
    httpStatus: 409,
    retryable: false,
    meaning: 'Another active channel uses the same account at the processor.',
    whatToDo:
      'Retire the channel that `error.detail` names, or use the credentials of another account at the processor.',
  },
  WORK_UNDER_WAY: {
    code: 40930,
    httpStatus: 409,
    retryable: true,
    meaning: 'Work that is due now is still running, so the sandbox clock did not move.',
    whatToDo:
      'Repeat the request once the due work has ended. Or move the sandbox clock by a duration: this does not wait for due work.',
  },
  TRIGGER_NOT_POSSIBLE: {
    code: 40931,
    httpStatus: 409,
    retryable: false,
    meaning: 'The sandbox’s processor cannot trigger this event in the order’s present state.',
    whatToDo: 'Read in `error.detail` why the event is not possible, and query the order.',
  },
  REFUND_NOT_CANCELLABLE: {
    code: 42220,
    httpStatus: 422,
    retryable: false,
    meaning: 'The refund was already sent to its channel, has ended, or was made by the gateway itself.',
    whatToDo: 'If the refund was sent, wait for its result; it can no longer be cancelled.',
  },
  RETURN_NOT_REPEATABLE: {
    code: 42221,
    httpStatus: 422,
    retryable: false,
    meaning:
      'This refund cannot be repeated. Only a refund that the gateway itself started, for a late or duplicate payment, can be repeated after it failed.',
    whatToDo: 'Look at the order with `kassa-admin order show`.',
  },
  MERCHANT_MOVE_NOT_POSSIBLE: {
    code: 42222,
    httpStatus: 422,
    retryable: false,
    meaning: 'The state of the merchant’s account does not allow this change.',
    whatToDo:
      'Check the merchant with `kassa-admin merchant show`. `error.detail` says which change is possible.',
  },
  LAST_ACTIVE_KEY: {
    code: 42223,
    httpStatus: 422,
    retryable: false,
    meaning: 'This is the merchant’s last active public key; without it the merchant cannot make calls.',
    whatToDo: 'Add another key first. If this key has leaked, you can revoke it immediately with `force`.',
  },
  TOO_MANY_KEYS: {
    code: 42224,
    httpStatus: 422,
    retryable: false,
    meaning: 'The merchant already has the maximum number of active public keys.',
    whatToDo: 'Revoke keys that are no longer used.',
  },
  CHANNEL_IN_USE: {
    code: 42227,
    httpStatus: 422,
    retryable: false,
    meaning: 'The account at the processor cannot be removed, because it takes payments or has taken them.',
    whatToDo:
      'Retire the account instead: it then takes no new payments, and payments already started continue.',
  },
  CHANNEL_ACCOUNT_DIFFERS: {
    code: 42228,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The credentials belong to another account at the processor than the one that took this channel’s earlier payments.',
    whatToDo:
      'Use credentials of the account that took this channel’s earlier payments. To use another account, add it as a channel of its own and retire this channel.',
  },
  CLOCK_ONLY_FORWARD: {
    code: 42230,
    httpStatus: 422,
    retryable: false,
    meaning: 'The sandbox clock only moves forward, and it has already passed the requested time.',
    whatToDo: 'Choose a later time, or move the sandbox clock by a duration.',
  },
  CLOCK_TOO_FAR_AHEAD: {
    code: 42231,
    httpStatus: 422,
    retryable: false,
    meaning: 'The sandbox clock would be more than 400 days ahead of real time.',
    whatToDo: 'Move the sandbox clock by less, or start again with an empty database.',
  },
  NOTHING_DUE: {
    code: 42232,
    httpStatus: 422,
    retryable: false,
    meaning: 'No work is scheduled, so the sandbox clock cannot move to the time of the next work.',
    whatToDo:
      'Move the sandbox clock by a duration, or first create work for a later time, such as an order that will expire.',
  },
  REFUND_NOT_CONCLUDABLE: {
    code: 42240,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The result cannot be recorded now: the refund has already ended, or the gateway is still working on it.',
    whatToDo: 'Read the reason in `error.detail`; look at the order with `kassa-admin order show`.',
  },
  DISPUTE_NOT_CONCLUDABLE: {
    code: 42241,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The outcome cannot be recorded: the order has no open dispute, its open dispute is not the one you named, it already records an outcome, or the disputed payment does not count in the order.',
    whatToDo: 'Read the reason in `error.detail`; look at the order with `kassa-admin order show`.',
  },
  ORDER_FULL: {
    code: 42242,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The action would exceed a limit of the order, so nothing was changed. One order can store only a limited number of refunds, disputes and settled cases.',
    whatToDo:
      'Read in `error.detail` which limit was reached. The order cannot store the new information, so keep it in your own records.',
  },
  CUSTOMER_NOT_ERASABLE: {
    code: 42243,
    httpStatus: 422,
    retryable: false,
    meaning: 'The order can still be paid, so the data about its consumer is still needed.',
    whatToDo:
      'Wait until the order is paid or closed. If its payment failed, wait until `expires_at`. Then erase the data.',
  },
  CASE_NOT_SETTLEABLE: {
    code: 42244,
    httpStatus: 422,
    retryable: false,
    meaning:
      'The case cannot be settled yet: it is about a lost dispute, and the order cannot record the loss while another dispute is open.',
    whatToDo: 'Wait until the other dispute has ended, or conclude it. `error.detail` names it.',
  },
  LAST_ADMIN_TOKEN: {
    code: 42245,
    httpStatus: 422,
    retryable: false,
    meaning:
      'This is the last valid token of an admin, and the gateway has no bootstrap token; without it nobody could create or revoke tokens.',
    whatToDo:
      'Create another admin’s token with `kassa-admin operators create`, then revoke this one. Or set `KASSA_OPERATIONS_TOKEN`, and start the gateway again.',
  },
} as const satisfies Record<string, ErrorDefinition>;
