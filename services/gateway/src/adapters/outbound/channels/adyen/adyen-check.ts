import type { CheckStep } from '../../../../ports/check-step.ts';
import { type CallOutcome, detailOf } from './adyen-calls.ts';
import { type OnRequest, offeredOnRequest, typeOf } from './adyen-methods.ts';

/**
 * Checks an Adyen account with calls that change nothing. Steps that only a real payment or notification can check are listed
 * as skipped.
 */
export async function checkAccount(account: {
  /** The outcome of the call that asks Adyen for the account's payment methods. */
  readonly outcome: CallOutcome<unknown>;
  /** The account's methods, by Adyen's types; null if Adyen has never named them. */
  readonly known: ReadonlySet<string> | null;
  /** Codes of the payment methods that the operator has set; null if the channel offers all methods of the account. */
  readonly methods: readonly string[] | null;
  readonly checkReports: () => Promise<Omit<CheckStep, 'name'>>;
  readonly checkDisputeSetting: () => Promise<CheckStep>;
}): Promise<readonly CheckStep[]> {
  const { outcome, methods } = account;
  const offered = (outcome.kind === 'ok' ? account.known : null) ?? new Set<string>();
  return [
    { name: 'API key and merchant account', ...accountStep(outcome) },
    ...(methods ?? ['card']).map(
      (code): CheckStep => ({
        name: `method ${code}`,
        ...(outcome.kind !== 'ok'
          ? { outcome: 'skipped', detail: 'Adyen could not be asked about the account' }
          : offered.has(typeOf(code))
            ? { outcome: 'passed', detail: null }
            : { outcome: 'failed', detail: `the account does not have Adyen's ${typeOf(code)}` }),
      }),
    ),
    ...[...offeredOnRequest]
      .filter(([code]) => methods?.includes(code) ?? offered.has(typeOf(code)))
      .map(([code, reason]) => onRequestSteps[reason](code, methods !== null)),
    {
      name: 'client key',
      outcome: 'skipped',
      detail:
        'only a page at the cashier’s address can test this key: add the origin of that address to the key at Adyen',
    },
    {
      name: 'HMAC key of the webhook',
      outcome: 'skipped',
      detail: 'only a notification can test this key: send one from the webhook’s page in the Customer Area',
    },
    await account.checkDisputeSetting(),
    { name: 'reports', ...(await account.checkReports()) },
  ];
}

type StepOutcome = Omit<CheckStep, 'name'>;

function accountStep(outcome: CallOutcome<unknown>): StepOutcome {
  return outcome.kind === 'ok'
    ? { outcome: 'passed', detail: null }
    : { outcome: 'failed', detail: detailOf(outcome) };
}

/** What the check says about a method that is offered only if the operator has named it. */
const onRequestSteps: Readonly<Record<OnRequest, (code: string, isOffered: boolean) => CheckStep>> = {
  capture: captureStep,
  tax_number: taxNumberStep,
};

/**
 * Reports what only a real payment can show: whether Adyen accepts a payment by this method without the consumer's tax number.
 */
function taxNumberStep(code: string, isOffered: boolean): CheckStep {
  const doubt = `Adyen may refuse payments by ${code}, because an order does not have the consumer’s tax number`;
  const remedy = 'try it with kassa-admin channel trial';
  return {
    name: `consumer’s data for ${code}`,
    outcome: 'skipped',
    detail: isOffered
      ? `${doubt}: ${remedy}`
      : `${doubt}. So ${code} is not offered unless methods names it: ${remedy}`,
  };
}

/** Reports what the gateway cannot find out: whether Adyen captures a method's payments automatically. */
function captureStep(code: string, isOffered: boolean): CheckStep {
  const setting = `Adyen captures payments by ${code} by itself only if automatic capture was set up when the method was added to the account`;
  return {
    name: `capture of ${code}`,
    outcome: 'skipped',
    detail: isOffered
      ? `${setting}: look it up in the Customer Area, because the merchant does not get the money otherwise`
      : `${setting}. So ${code} is not offered unless methods names it`,
  };
}
