import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlClient } from './client.ts';
import { startSandbox } from '../sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeEach(async () => {
  sandbox = await startSandbox({
    control: 0,
    mail: 0,
    webhook: 0,
    identity: 0,
    payments: 0,
    calendar: 0,
    storage: 0,
    whatsapp: 0,
    sms: 0,
  });
});

afterEach(() => sandbox.close());

test('the parties are listed with their address, modes and count', async () => {
  await fetch(sandbox.webhook, { method: 'POST', body: 'x' });
  const parties = await (await fetch(`${sandbox.control}/parties`)).json();
  expect(parties).toMatchObject([
    { name: 'mail', address: sandbox.mail, mode: 'ok', arrivals: 0 },
    {
      name: 'webhook',
      address: sandbox.webhook,
      mode: 'ok',
      arrivals: 1,
      modes: { ok: 'Answers 200.', fail: 'Answers 500.' },
    },
    { name: 'identity', address: sandbox.identity, mode: 'ok', arrivals: 0 },
    { name: 'payments', address: sandbox.payments, mode: 'ok', arrivals: 0 },
    { name: 'calendar', address: sandbox.calendar, mode: 'ok', arrivals: 0 },
    { name: 'storage', address: sandbox.storage, mode: 'ok', arrivals: 0 },
    { name: 'whatsapp', address: sandbox.whatsapp, mode: 'ok', arrivals: 0 },
    { name: 'sms', address: sandbox.sms, mode: 'ok', arrivals: 0 },
  ]);
});

test('a test switches a mode, reads arrivals and forgets them', async () => {
  const control = controlClient(sandbox.control);
  await control.setMode('webhook', 'fail');
  expect((await fetch(sandbox.webhook)).status).toBe(500);
  expect(await control.arrivals('webhook')).toMatchObject([{ id: 1, mode: 'fail', summary: 'GET /' }]);
  await control.forget('webhook');
  expect(await control.arrivals('webhook')).toEqual([]);
});

test('an unknown mode or party, a wrong method and a body that is no JSON are refused with a reason', async () => {
  const control = controlClient(sandbox.control);
  await expect(control.setMode('mail', 'explode')).rejects.toThrow(
    'The modes of mail are ok, later, refuse, hang, close',
  );
  await expect(control.setMode('mail', 'constructor')).rejects.toThrow('The modes of mail');
  await expect(control.arrivals('fax')).rejects.toThrow('Nothing at /parties/fax/arrivals');
  expect((await fetch(`${sandbox.control}/parties/mail/arrivals`, { method: 'PATCH' })).status).toBe(405);
  expect((await fetch(`${sandbox.control}/parties/mail/mode`, { method: 'POST', body: '{' })).status).toBe(
    400,
  );
});

test('a person switches a mode and forgets arrivals with the forms of the page', async () => {
  const form = { method: 'POST', body: new URLSearchParams({ mode: 'fail' }), redirect: 'manual' } as const;
  const set = await fetch(`${sandbox.control}/parties/webhook/mode`, form);
  expect([set.status, set.headers.get('location')]).toEqual([303, '/?party=webhook']);
  await fetch(sandbox.webhook);
  expect(await page('webhook')).toContain('value="fail" checked');
  await fetch(`${sandbox.control}/parties/webhook/forget`, { method: 'POST' });
  expect(await page('webhook')).toContain('Nothing has arrived yet.');
});

test('a person tells the receiver its secret with the form of the page, and no party that checks nothing [P-12.25]', async () => {
  const form = {
    method: 'POST',
    body: new URLSearchParams({ secret: ' whsec_"a" ' }),
    redirect: 'manual',
  } as const;
  expect((await fetch(`${sandbox.control}/parties/webhook/secret`, form)).status).toBe(303);
  expect(await page('webhook')).toContain('value="whsec_&quot;a&quot;"');
  expect((await fetch(`${sandbox.control}/parties/mail/secret`, form)).status).toBe(405);
  expect(await page('mail')).not.toContain('Signing secret');
});

test('what a stranger sent shows as text and never as markup; addresses in it become links', async () => {
  await fetch(`${sandbox.webhook}?<script>`, {
    method: 'POST',
    body: '<img src=x onerror=alert(1)> see "https://a.example/?a=1&b=2"',
  });
  const html = await page('webhook');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('<a href="https://a.example/?a=1&amp;b=2"');
  expect(html).not.toMatch(/<script|<img/);
});

test('a taken port stops the start and leaves nothing running', async () => {
  const taken = Number(new URL(sandbox.control).port);
  await expect(
    startSandbox({
      control: taken,
      mail: 0,
      webhook: 0,
      identity: 0,
      payments: 0,
      calendar: 0,
      storage: 0,
      whatsapp: 0,
      sms: 0,
    }),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('a party with a page of its own links to it', async () => {
  expect(await page('whatsapp')).toContain(`<a href="${sandbox.whatsapp}/phones">`);
  expect(await page('mail')).not.toContain('Open its own page');
});

async function page(party: string): Promise<string> {
  return (await fetch(`${sandbox.control}/?party=${party}`)).text();
}
