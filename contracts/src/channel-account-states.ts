/** States of an account at a processor. */
export const channelAccountStates = ['active', 'retired'] as const;
export type ChannelAccountState = (typeof channelAccountStates)[number];

export const channelAccountStateMeanings: Readonly<Record<ChannelAccountState, string>> = {
  active: 'The account takes payments.',
  retired: 'The account takes no new payments. Callbacks, refunds and disputes of earlier payments continue.',
};

/** Every transition of an account at a processor. An account starts as active. An operator can reactivate a retired account. */
export const channelAccountTransitions = [
  { from: 'active', cause: 'retired', to: 'retired' },
  { from: 'retired', cause: 'enabled', to: 'active' },
] as const satisfies readonly { from: ChannelAccountState; cause: string; to: ChannelAccountState }[];

export type ChannelAccountTransitionCause = (typeof channelAccountTransitions)[number]['cause'];
