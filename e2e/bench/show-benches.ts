import { benchCreations } from './creation-bench.ts';
import { benchGrowth } from './growth-bench.ts';
import { benchLists, benchQueries, benchRefunds } from './merchant-bench.ts';
import { benchMerchants } from './merchants-bench.ts';
import { benchPayments, countCommands } from './payment-bench.ts';
import type { BenchPlace } from './place.ts';
import { benchSigning, benchVerification, type RateRow } from './sdk-bench.ts';
import { benchSoak } from './soak-bench.ts';
import { benchStarts } from './start-bench.ts';
import { type Comparison, showComparison } from './subject.ts';
import { benchWebhooks } from './webhook-bench.ts';

/** Runs each benchmark, prints its figures as tables, and returns them. */

export async function showSdk() {
  console.log('\nWebhooks verified per second of processor time (medians of the rounds)');
  const verification = await benchVerification();
  showRates(verification);
  console.log('Requests signed per second of processor time (medians of the rounds)');
  const signing = await benchSigning();
  showRates(signing);
  return { verification, signing };
}

export function showCreations(place: BenchPlace) {
  return shown('Signed payment creations over HTTP', benchCreations(place));
}

export async function showPayments(place: BenchPlace) {
  const payments = await shown('Whole payments, until the merchant has the webhook', benchPayments(place));
  const commands = await shown('Commands to the database for one payment', countCommands(place));
  return { payments, commands };
}

export function showWebhooks(place: BenchPlace) {
  return shown('From the channel’s result to the merchant’s receiver', benchWebhooks(place));
}

export function showMerchants(place: BenchPlace) {
  return shown('Events that are due at the same time, to many merchants', benchMerchants(place));
}

export function showQueries(place: BenchPlace) {
  return shown('Queries of paid orders', benchQueries(place));
}

export function showRefunds(place: BenchPlace) {
  return shown('Refunds, until the merchant has the webhook', benchRefunds(place));
}

export function showLists(place: BenchPlace) {
  return shown('The first page of a merchant’s paid orders', benchLists(place));
}

export function showGrowth(place: BenchPlace) {
  return shown('The same calls with more stored orders', benchGrowth(place));
}

export function showStart(place: BenchPlace) {
  return shown('Starts, until the gateway is ready', benchStarts(place));
}

export function showSoak(place: BenchPlace) {
  return shown('Memory while orders are paid without a pause', benchSoak(place));
}

async function shown(title: string, comparing: Promise<Comparison>): Promise<Comparison> {
  const comparison = await comparing;
  showComparison(title, comparison);
  return comparison;
}

function showRates(rows: readonly RateRow[]): void {
  console.table(
    rows.map(({ name, perSecond, ratio }) => ({
      name,
      'per second': Math.round(perSecond),
      'beside the first': `${ratio.toFixed(2)}×`,
    })),
  );
}
