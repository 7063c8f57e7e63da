import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhookReceiver } from './webhook-receiver.ts';

let webhook: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  webhook = await startWebhookReceiver(0);
});

afterEach(() => webhook.close());

test('a request is kept whole: method, path, headers, the very bytes of its body', async () => {
  expect((await post()).status).toBe(200);
  expect(webhook.party.arrivals[0]).toMatchObject({
    summary: 'POST /hooks/calendar-event?x=1',
    content: { method: 'POST', path: '/hooks/calendar-event?x=1', headers: { 'idempotency-key': 'k-1' }, body: '{"name":"अनिता"}' },
  });
});

test('in mode fail the caller gets 500, and the request is kept all the same', async () => {
  webhook.party.setMode('fail');
  expect((await post()).status).toBe(500);
  expect(webhook.party.arrivals).toHaveLength(1);
});

test('in mode hang the caller waits until it gives up', async () => {
  webhook.party.setMode('hang');
  await expect(post(AbortSignal.timeout(300))).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('in mode close the answer breaks off', async () => {
  webhook.party.setMode('close');
  await expect(post().then((reply) => reply.text())).rejects.toThrow();
});

test('it closes while a caller hangs', async () => {
  webhook.party.setMode('hang');
  const hanging = expect(post()).rejects.toThrow();
  await expect.poll(() => webhook.party.arrivals.length).toBe(1);
  await webhook.close();
  await hanging;
});

function post(signal?: AbortSignal) {
  const request = { method: 'POST', headers: { 'idempotency-key': 'k-1' }, body: '{"name":"अनिता"}' };
  return fetch(`${webhook.party.address}hooks/calendar-event?x=1`, signal ? { ...request, signal } : request);
}
