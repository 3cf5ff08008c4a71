import { afterAll, beforeAll, describe } from 'vitest';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import { paymentChannelContract } from '../port-contracts/payment-channel-contract.ts';
import { redirectContract } from '../port-contracts/redirect-contract.ts';
import { adyenBench } from './adyen-bench.ts';
import { StandInAdyen } from './stand-in-adyen.ts';

let adyen: StandInAdyen;
let bench: ChannelBench;

beforeAll(async () => {
  adyen = await StandInAdyen.start();
  bench = adyenBench(adyen);
});
afterAll(() => adyen.stop());

describe('Adyen', () => {
  paymentChannelContract(() => bench, {
    unsubmitted: 'not_askable',
    hasOpenBooks: false,
    unknownRefund: 'cannot_tell',
    tellsOfDisputes: false,
  });
  redirectContract('ideal', () => bench);
});
