/** States of a merchant's account. */
export const merchantStates = ['pending', 'active', 'disabled'] as const;
export type MerchantState = (typeof merchantStates)[number];

export const merchantStateMeanings: Readonly<Record<MerchantState, string>> = {
  pending:
    'Taken on in production and not yet approved: it can be set up, its calls are verified and then refused.',
  active: 'It takes payments.',
  disabled:
    'Switched off: its calls are refused and its cashier begins no payment. What was begun is brought to its end.',
};

/**
 * Every move of a merchant's account. In production it begins as pending, until the operator has reviewed it
 * (interface, section 1); in the sandbox, where no real money moves, as active.
 */
export const merchantTransitions = [
  { from: 'pending', cause: 'approved', to: 'active' },
  { from: 'active', cause: 'disabled', to: 'disabled' },
  { from: 'disabled', cause: 'enabled', to: 'active' },
] as const satisfies readonly { from: MerchantState; cause: string; to: MerchantState }[];

export type MerchantTransitionCause = (typeof merchantTransitions)[number]['cause'];
