import { describe, expect, it } from 'vitest';
import { PostedAlerts } from '../../../src/adapters/outbound/alerts/posted-alerts.ts';
import {
  alertCarrierContract,
  carrierTimeoutMs,
  type OpenCarrier,
  returnFailed,
} from '../../port-contracts/alert-carrier-contract.ts';
import { oneOfEach } from '../../port-contracts/alerts-contract.ts';
import { LoopbackServer } from '../../support/loopback-server.ts';

const open: OpenCarrier = async (behaviour) => {
  let accepted = 0;
  const server = await LoopbackServer.start((request, response) => {
    request.resume();
    if (behaviour === 'hangs') return;
    if (behaviour === 'accepts') accepted += 1;
    response.writeHead(behaviour === 'accepts' ? 200 : 500).end();
  });
  return {
    carrier: new PostedAlerts(
      `${server.url}/hidden-hook`,
      behaviour === 'hangs' ? carrierTimeoutMs : undefined,
    ),
    accepted: () => accepted,
    stop: () => server.stop(),
  };
};

describe('posted alerts', () => {
  alertCarrierContract(open);

  it('are HTTP POST requests with the facts in JSON, and a text for people', async () => {
    const requests: unknown[] = [];
    const receiver = await LoopbackServer.start(async (request, response) => {
      const chunks = await request.toArray();
      const { method, url, headers } = request;
      requests.push([method, url, headers['content-type'], JSON.parse(Buffer.concat(chunks).toString())]);
      response.end('ok');
    });
    const carrier = new PostedAlerts(`${receiver.url}/hook`);
    await carrier.carry({ ...returnFailed, alert: oneOfEach.no_worker });
    await carrier.carry({ ...returnFailed, alert: oneOfEach.duty_failed, leftOut: 0 });
    const text =
      'Kassa (production, api-1:10040): no_worker {"silentSeconds":75} and 5 others since the last one https://api.pay.example/docs/runbooks/return-failed';
    expect(requests).toMatchObject([
      [
        'POST',
        '/hook',
        'application/json',
        {
          text,
          alert: 'no_worker',
          facts: { silentSeconds: 75 },
          runbook: 'https://api.pay.example/docs/runbooks/return-failed',
          environment: 'production',
          instance: 'api-1:10040',
          at: '2026-11-27T03:04:05.000Z',
          since: '2026-11-27T02:50:00.000Z',
          left_out: 5,
        },
      ],
      [
        'POST',
        '/hook',
        'application/json',
        { facts: { duty: 'attend-orders', error: 'Error: no', item: 'ord_1' } },
      ],
    ]);
    await receiver.stop();
  });

  it('do not follow a redirect', async () => {
    const requested: unknown[] = [];
    const receiver = await LoopbackServer.start((request, response) => {
      requested.push(request.url);
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    expect(await new PostedAlerts(`${receiver.url}/hook`).carry(returnFailed)).toBe('a redirect');
    expect(requested).toEqual(['/hook']);
    await receiver.stop();
  });
});
