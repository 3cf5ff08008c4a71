import type { OrderState } from '@kassa/contracts';
import type { Cell } from '@kassa/contracts/terminal';
import type { Colours } from './colours.ts';

type Mood = 'good' | 'bad' | 'open' | 'idle';

const orderMoods: Readonly<Record<OrderState, Mood>> = {
  INIT: 'idle',
  PAYING: 'open',
  PAY_SUCCESS: 'good',
  PAY_FAIL: 'bad',
  PARTIAL_REFUND: 'good',
  REFUNDED: 'good',
  CLOSE: 'idle',
  IN_DISPUTE: 'bad',
};

/** Colours the name of an order's state by what it means for the merchant. Unknown states have no colour. */
export function orderStateCell(state: OrderState, colours: Colours): Cell {
  const mood = Object.hasOwn(orderMoods, state) ? orderMoods[state] : 'idle';
  return { text: state, paint: paintOf(mood, colours) };
}

/** Colours an event type by what it means for the merchant. Unknown types have no colour. */
export function eventTypeCell(eventType: string, colours: Colours): Cell {
  return { text: eventType, paint: paintOf(moodOfEvent(eventType), colours) };
}

function moodOfEvent(eventType: string): Mood {
  if (/\.(succeeded|won)$/.test(eventType)) return 'good';
  if (/\.(failed|opened|lost)$/.test(eventType)) return 'bad';
  return eventType.endsWith('.processing') ? 'open' : 'idle';
}

function paintOf(mood: Mood, colours: Colours): (text: string) => string {
  switch (mood) {
    case 'good':
      return colours.green;
    case 'bad':
      return colours.red;
    case 'open':
      return colours.yellow;
    case 'idle':
      return (text) => text;
  }
}
