import { type Static, Type } from 'typebox';
import { closed } from './field-schemas.ts';

/** Why consumers dispute payments. Card schemes have hundreds of codes; each of them belongs to one of these categories. */
export const disputeCategories = [
  'fraudulent',
  'not_received',
  'not_as_described',
  'duplicate',
  'credit_not_processed',
  'cancelled_subscription',
  'unrecognized',
  'processing_error',
  'general',
] as const;
export type DisputeCategory = (typeof disputeCategories)[number];

export const DisputeReason = Type.Object(
  {
    category: Type.Enum(disputeCategories, {
      description:
        'Why the consumer disputes the payment. `general`: for another reason, or for none that is known.',
      examples: ['fraudulent'],
    }),
    code: Type.String({ description: 'The channel’s own code of the reason.', examples: ['10.4'] }),
  },
  closed,
);
export type DisputeReason = Static<typeof DisputeReason>;
