import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhookReceiver } from './receiver.ts';

let webhook: Awaited<ReturnType<typeof startWebhookReceiver>>;

beforeEach(async () => {
  webhook = await startWebhookReceiver(0);
});

afterEach(() => webhook.close());

test('a request is kept whole: method, path, headers, the very bytes of its body', async () => {
  expect((await post()).status).toBe(200);
  expect(webhook.party.arrivals[0]).toMatchObject({
    summary: 'POST /hooks/calendar-event?x=1',
    content: {
      method: 'POST',
      path: '/hooks/calendar-event?x=1',
      headers: { 'idempotency-key': 'k-1' },
      body: '{"name":"अनिता"}',
    },
  });
});

test('in mode fail the caller gets 500, and the request is kept all the same [P-12.25]', async () => {
  webhook.party.setMode('fail');
  expect((await post()).status).toBe(500);
  expect(webhook.party.arrivals).toHaveLength(1);
});

test('in mode gone the caller gets 410, in mode nonsense no answer at all', async () => {
  webhook.party.setMode('gone');
  expect((await post()).status).toBe(410);
  webhook.party.setMode('nonsense');
  await expect(post()).rejects.toThrow();
  expect(webhook.party.arrivals).toHaveLength(2);
});

test('a signature is checked with the secret that was told, as Standard Webhooks has it [P-12.25]', async () => {
  // The example of https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries,
  // which is as old as its timestamp.
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  const signed = {
    signature: 'v1,another v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    body: '{"test": 2432232314}',
  };
  const verdict = async (body: string) => {
    const headers = {
      'webhook-id': example.id,
      'webhook-timestamp': example.timestamp,
      'webhook-signature': signed.signature,
    };
    await fetch(webhook.party.address, { method: 'POST', headers, body });
    return webhook.party.arrivals[0]?.content['signature'];
  };
  expect(await verdict(signed.body)).toBe('not checked: no secret is set');
  webhook.party.secret = example.secret;
  expect(await verdict(signed.body)).toBe('right, but the message is more than five minutes old');
  expect(await verdict('{"test": 1}')).toMatch(/^wrong/);
  await post();
  expect(webhook.party.arrivals[0]?.content['signature']).toBe('none: the message is not signed');
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
