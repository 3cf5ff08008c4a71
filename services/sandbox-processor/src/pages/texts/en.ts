import type { PageTexts } from './page-texts.ts';

export const english: PageTexts = {
  badge: 'Test processor — no real money',
  footer: 'This page plays the part of an outside payment processor. Nothing is charged.',
  challenge: {
    heading: 'Confirm it is you',
    explanation:
      'Your bank asks you to authenticate this card payment (3-D Secure). Here you decide how that ends.',
    approve: 'Approve',
    fail: 'Fail authentication',
  },
  wallet: { explanation: 'Pay from your test wallet. To see a failed payment, refuse.', refuse: 'Refuse' },
  bank: { explanation: 'Approve this transfer from your test account, or cancel it.', cancel: 'Cancel' },
  voucher: {
    heading: 'Transfer the money from your bank',
    explanation:
      'Use exactly this reference, so that your transfer is recognised. You can leave this page meanwhile: the shop learns when the money has arrived.',
    partlyPaid: '{amount} has arrived. Please transfer the rest.',
    recipient: 'Recipient',
    transferReference: 'Payment reference',
    amount: 'Amount',
    until: 'Pay by',
    copy: 'Copy',
    copied: 'Copied.',
    cancel: 'Cancel and pay another way',
    testBank: 'To try it out: open the test bank',
    standing: {
      paid: 'The transfer has arrived: paid',
      cancelled: 'This transfer was cancelled',
      expired: 'The time for this transfer is over',
    },
    moneyGoesBack: 'Please do not transfer any more money. Money that has arrived goes back to you.',
  },
  pay: 'Pay {amount}',
  returnsTo: 'Returns to',
  reference: 'Reference',
  card: 'Card',
  standing: {
    created: 'This payment is waiting for its card',
    requires_action: 'This payment is waiting for 3-D Secure',
    processing: 'This payment is being processed',
    succeeded: 'This payment is finished: paid',
    failed: 'This payment is finished: failed',
    cancelled: 'This payment is finished: cancelled',
  },
  backToShop: 'Back to the shop',
  unknownLink: {
    title: 'Unknown link',
    heading: 'This link does not lead to a payment',
    explanation: 'Perhaps a part of the link is missing. Go back to the shop and start the payment again.',
  },
};
