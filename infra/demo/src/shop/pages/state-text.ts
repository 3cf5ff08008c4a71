import { isUnpaid, type ShopOrder } from '../order-book.ts';

interface StateText {
  readonly text: string;
  readonly tone: 'quiet' | 'waiting' | 'good' | 'bad';
}

const texts: Readonly<Record<NonNullable<ShopOrder['state']>, StateText>> = {
  INIT: { text: 'Not paid yet', tone: 'quiet' },
  PAYING: { text: 'Being paid', tone: 'waiting' },
  PAY_SUCCESS: { text: 'Paid', tone: 'good' },
  PAY_FAIL: { text: 'Payment failed', tone: 'bad' },
  PARTIAL_REFUND: { text: 'Partly refunded', tone: 'good' },
  REFUNDED: { text: 'Refunded', tone: 'quiet' },
  CLOSE: { text: 'Expired', tone: 'quiet' },
  IN_DISPUTE: { text: 'In dispute', tone: 'bad' },
};

/** An order's state in words for people. */
export function stateText(order: ShopOrder): StateText {
  return texts[isUnpaid(order) && order.validity?.isClosed ? 'CLOSE' : (order.state ?? 'INIT')];
}
