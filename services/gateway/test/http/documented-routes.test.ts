import { resolve } from 'node:path';
import { allEndpoints, type EndpointPort } from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type Koa from 'koa';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { checkoutApp } from '../../src/adapters/inbound/http/checkout/checkout-app.ts';
import { merchantApp } from '../../src/adapters/inbound/http/merchant/merchant-app.ts';
import { operationsApp } from '../../src/adapters/inbound/http/operations/operations-app.ts';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';

/** Stands for every use case. The routes are only registered here, and none is called. */
const unused: never = new Proxy({}, { get: () => unused }) as never;

const sandbox = { pullTrigger: unused, sandboxClock: unused };

const settings = {
  requiresHttps: false,
  trustedProxies: 0,
  logger: pino({ level: 'silent' }),
  metrics: new Registry(),
  stopping: new AbortController().signal,
  rate: { perSecond: 1, burst: 1 },
  alerts: unused,
  tracing: untraced,
};

/** The folder of the built cashier. The cashier's own tests check its content. */
const cashierFolder = resolve(import.meta.dirname, '../../../../cashier-web/dist');
const iconFolder = resolve(import.meta.dirname, '../../assets/method-icons');

const apps: Readonly<Record<EndpointPort, Koa>> = {
  merchant: merchantApp(unused, sandbox, {
    ...settings,
    unproven: { network: settings.rate, claim: null },
    docsFolder: 'unused',
  }),
  checkout: checkoutApp(unused, {
    ...settings,
    publicUrl: 'http://localhost',
    livemode: false,
    applePayFile: null,
    cashierFolder,
    iconFolder,
    clock: unused,
  }),
  operations: operationsApp(unused, sandbox, {
    ...settings,
    merchantPublicUrl: 'unused',
    judgeReadiness: unused,
    clock: unused,
    channelTypes: unused,
    channelHealth: unused,
  }),
};

/** Routes that serve pages and files to people and browsers, and no messages. */
const pages = /^GET \/(checkout\/|assets\/|icons\/|logos\/|docs(\/|$)|\{file\}$)/;

function routesOf(app: Koa): string[] {
  return app.middleware
    .flatMap((middleware) => ('router' in middleware ? [(middleware.router as Router).stack] : []))
    .flat()
    .flatMap(({ path, methods }) =>
      methods
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${String(path).replaceAll(/:(\w+)/g, '{$1}')}`),
    );
}

function documentedAt(port: EndpointPort): string[] {
  return allEndpoints
    .filter((endpoint) => endpoint.port === port)
    .map(({ method, path }) => `${method} ${path}`);
}

describe.each(Object.keys(apps) as EndpointPort[])('the routes of the app: %s', (port) => {
  const served = routesOf(apps[port]).filter((route) => !pages.test(route));

  it('are found by these tests', () => {
    expect(served.length).toBeGreaterThan(4);
  });

  it('are all documented; add missing ones to contracts/src/endpoints', () => {
    const documented = new Set(documentedAt(port));
    expect(served.filter((route) => !documented.has(route))).toEqual([]);
  });

  it('all exist if they are documented; remove others from contracts/src/endpoints', () => {
    const registered = new Set(served);
    expect(documentedAt(port).filter((route) => !registered.has(route))).toEqual([]);
  });
});
