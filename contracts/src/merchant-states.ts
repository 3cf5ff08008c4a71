/** States of a merchant's account. */
export const merchantStates = ['pending', 'active', 'disabled'] as const;
export type MerchantState = (typeof merchantStates)[number];

export const merchantStateMeanings: Readonly<Record<MerchantState, string>> = {
  pending:
    'The merchant was onboarded in production and is not approved yet. The account can be set up; its calls are verified, then refused.',
  active: 'The account takes payments.',
  disabled:
    'Disabled: its calls are refused and its cashier starts no payments. Payments already started run to completion.',
};

/**
 * Every transition of a merchant's account. In production, an account starts as pending and stays so until an operator has
 * reviewed it (section 1 of the interface specification that Kassa implements). In the sandbox it starts as active, because no
 * real money moves there.
 */
export const merchantTransitions = [
  { from: 'pending', cause: 'approved', to: 'active' },
  { from: 'active', cause: 'disabled', to: 'disabled' },
  { from: 'disabled', cause: 'enabled', to: 'active' },
] as const satisfies readonly { from: MerchantState; cause: string; to: MerchantState }[];

export type MerchantTransitionCause = (typeof merchantTransitions)[number]['cause'];
