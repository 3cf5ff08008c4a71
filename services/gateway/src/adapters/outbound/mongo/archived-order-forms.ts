import mongoose, { type Model } from 'mongoose';
import type { ArchivedForms, ArchivedOrder } from '../../../ports/order-archive.ts';
import { type EventDocument, eventModel, toEventDocument } from './event-documents.ts';
import { feeModel } from './fee-documents.ts';
import { refundClaimModel } from './mongo-refund-claims.ts';
import { type OrderDocument, orderModel, toOrderDocument } from './order-documents.ts';
import { checkDocument } from './schema-checks.ts';
import { schemaNumbers } from './schema-numbers.ts';

const members = ['events', 'fees', 'order', 'refundClaims'].join();

/** Checks archived orders against the schemas of the collections that they come from, without a database. */
export class ArchivedOrderForms implements ArchivedForms {
  readonly #orders: Model<OrderDocument>;
  readonly #events: Model<EventDocument>;
  readonly #claims: ReturnType<typeof refundClaimModel>;
  readonly #fees: ReturnType<typeof feeModel>;

  constructor() {
    // A connection that is never opened. It is needed only to declare the models.
    const connection = mongoose.createConnection();
    this.#orders = orderModel(connection);
    this.#events = eventModel(connection);
    this.#claims = refundClaimModel(connection);
    this.#fees = feeModel(connection);
  }

  async faultIn(archived: ArchivedOrder): Promise<string | null> {
    try {
      if (Object.keys(archived).toSorted().join() !== members) return 'it has other members';
      await this.#check(archived);
      return null;
    } catch (error) {
      // If a value has an unexpected type, the code that reads it may throw an error before the schema is checked.
      return error instanceof Error && error.name === 'SchemaViolation' ? error.message : 'it cannot be read';
    }
  }

  async #check({ order, events, refundClaims, fees }: ArchivedOrder): Promise<void> {
    await checkDocument(this.#orders, toOrderDocument(order));
    for (const event of events) await checkDocument(this.#events, toEventDocument(event));
    for (const { transactionId: _id, orderId, epoch } of refundClaims) {
      const claim = { _id, schema: schemaNumbers.refund_claims, orderId, epoch };
      await checkDocument(this.#claims, claim);
    }
    for (const { bookingId, fees: ofBooking } of fees) {
      const booked = {
        _id: bookingId,
        schema: schemaNumbers.channel_fees,
        bookingId,
        fees: ofBooking,
        // The archive contains an order's fees of all days together, so these fees have no day.
        channelId: '',
        date: null,
      };
      await checkDocument(this.#fees, booked);
    }
  }
}
