import { type Collection, MongoClient } from 'mongodb';
import { Agent, request } from 'undici';
import { nonceOf, type ProcessorCallback, settings, signEvent } from './peer.ts';

interface FloorEvent {
  readonly id: string;
  readonly type: string;
}

interface FloorOrder {
  readonly _id: string;
  readonly merchantTransactionId: string;
  readonly amountMinor: number;
  readonly state: 'INIT' | 'PAYING' | 'PAY_SUCCESS';
  readonly createdAt: Date;
  readonly refundedMinor: number;
  readonly refunds: readonly { readonly id: string; readonly amountMinor: number }[];
  /** Events that the merchant has not confirmed yet. They are stored here, so that they are found after a kill. */
  readonly outbox: readonly FloorEvent[];
  readonly attempt?: string;
  readonly payment?: string;
}

const { processor, webhookUrl } = settings;

/** The floor's orders in the database, and its calls to the processor and the merchant. */
export class FloorOrders {
  readonly #client: MongoClient;
  readonly #orders: Collection<FloorOrder>;
  readonly #nonces: Collection<{ _id: string; expiresAt: Date }>;
  readonly #agent = new Agent({ connections: 32 });
  /**
   * The processor's payments for open attempts. They are only in memory: after a kill, the processor returns them again for the
   * attempt's ID.
   */
  readonly #payments = new Map<string, string>();

  private constructor(client: MongoClient) {
    this.#client = client;
    const database = client.db(settings.databaseName);
    this.#orders = database.collection('floor_orders');
    this.#nonces = database.collection('floor_nonces');
  }

  static async open(): Promise<FloorOrders> {
    const floor = new FloorOrders(await new MongoClient(settings.mongoUri, { maxPoolSize: 20 }).connect());
    await floor.#nonces.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await floor.#orders.createIndex({ createdAt: -1, _id: -1 });
    return floor;
  }

  async spendNonce(headers: Parameters<typeof nonceOf>[0]): Promise<void> {
    await this.#nonces.insertOne(nonceOf(headers));
  }

  async create(_id: string, body: Readonly<Record<string, unknown>>): Promise<void> {
    const { merchant_transaction_id: merchantTransactionId, amount, ...rest } = body;
    await this.#orders.insertOne({
      ...rest,
      _id,
      merchantTransactionId: String(merchantTransactionId),
      amountMinor: Math.round(Number(amount) * 100),
      state: 'INIT',
      createdAt: new Date(),
      refundedMinor: 0,
      refunds: [],
      outbox: [],
    });
  }

  async find(_id: string): Promise<object | undefined> {
    const order = await this.#orders.findOne({ _id });
    return order === null ? undefined : shown(order);
  }

  async list(state: string | null): Promise<readonly object[]> {
    const found = this.#orders.find(state === null ? {} : { state: state as FloorOrder['state'] });
    return (await found.sort({ createdAt: -1, _id: -1 }).limit(21).toArray()).slice(0, 20).map(shown);
  }

  async open(_id: string): Promise<object | undefined> {
    const attempt = `${_id}_1`;
    const order = await this.#orders.findOneAndUpdate({ _id, state: 'INIT' }, { $set: { attempt } });
    if (order === null) return undefined;
    const payment = await this.#callProcessor('/v1/payments', attempt, {
      amount_minor: order.amountMinor,
      currency: 'USD',
      method: 'card',
      reference: attempt,
      return_url: 'http://127.0.0.1/back',
    });
    this.#payments.set(_id, String(payment.id));
    return { transactionId: attempt };
  }

  async submit(_id: string, card: object): Promise<object | undefined> {
    const payment = this.#payments.get(_id) ?? '';
    const event = { id: `${_id}_processing`, type: 'order.payment.processing' };
    const { matchedCount } = await this.#orders.updateOne(
      { _id, state: 'INIT' },
      { $set: { state: 'PAYING', payment }, $push: { outbox: event } },
    );
    if (matchedCount === 0) return undefined;
    this.#payments.delete(_id);
    void this.#tell(_id, event, 'PAYING');
    const { number, expMonth: exp_month, expYear: exp_year, cvc } = card as Record<string, unknown>;
    const body = { card: { number, exp_month, exp_year, cvc } };
    await this.#callProcessor(`/v1/payments/${payment}/confirm`, `${_id}_confirm`, body);
    return { transactionId: `${_id}_1` };
  }

  async refund(_id: string, id: string, amount: number): Promise<object | undefined> {
    const amountMinor = Math.round(amount * 100);
    const order = await this.#orders.findOne({ _id });
    if (order === null || order.refundedMinor + amountMinor > order.amountMinor) return undefined;
    const { matchedCount } = await this.#orders.updateOne(
      { _id, state: 'PAY_SUCCESS', refundedMinor: order.refundedMinor },
      { $inc: { refundedMinor: amountMinor }, $push: { refunds: { id, amountMinor } } },
    );
    if (matchedCount === 0) return undefined;
    void this.#callProcessor('/v1/refunds', `${_id}_${id}`, {
      payment_id: order.payment ?? '',
      amount_minor: amountMinor,
      currency: 'USD',
      reference: `${_id}_${id}`,
    });
    return { transaction_id: id, order_id: _id, status: 0 };
  }

  /**
   * Applies a result that the processor reports. The result is stored before the answer is sent, so that the processor need not
   * report it again.
   */
  async apply({ type, payment, refund }: ProcessorCallback): Promise<object> {
    const _id = payment.reference.slice(0, payment.reference.lastIndexOf('_'));
    if (type === 'payment.succeeded') {
      const event = { id: `${_id}_succeeded`, type: 'order.payment.succeeded' };
      const { matchedCount } = await this.#orders.updateOne(
        { _id, state: 'PAYING' },
        { $set: { state: 'PAY_SUCCESS' }, $push: { outbox: event } },
      );
      if (matchedCount === 1) void this.#tell(_id, event, 'PAY_SUCCESS');
    }
    if (type === 'refund.succeeded' && refund !== undefined) {
      const event = { id: `${refund.reference}_succeeded`, type: 'order.refund.succeeded' };
      await this.#orders.updateOne({ _id }, { $push: { outbox: event } });
      void this.#tell(_id, event, 'PAY_SUCCESS');
    }
    return {};
  }

  async close(): Promise<void> {
    await this.#agent.close();
    await this.#client.close();
  }

  /** Sends an event to the merchant, and then removes the event from the order. */
  async #tell(_id: string, { id, type }: FloorEvent, state: string): Promise<void> {
    const { body, headers } = signEvent(id, type, { order_id: _id, state });
    const { statusCode, body: answer } = await request(webhookUrl, {
      method: 'POST',
      dispatcher: this.#agent,
      headers,
      body,
    });
    await answer.dump();
    if (statusCode === 200) await this.#orders.updateOne({ _id }, { $pull: { outbox: { id } } });
  }

  async #callProcessor(path: string, key: string, body: object): Promise<Record<string, unknown>> {
    const { statusCode, body: answer } = await request(`${processor.baseUrl}${path}`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: {
        authorization: `Bearer ${processor.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    const read = (await answer.json()) as Record<string, unknown>;
    if (statusCode >= 300) throw new Error(`${path} answered ${statusCode}: ${JSON.stringify(read)}`);
    return read;
  }
}

function shown({ _id, merchantTransactionId, state, amountMinor, refundedMinor }: FloorOrder): object {
  return {
    order_id: _id,
    merchant_transaction_id: merchantTransactionId,
    state,
    amount: amountMinor / 100,
    refunded: refundedMinor / 100,
  };
}
