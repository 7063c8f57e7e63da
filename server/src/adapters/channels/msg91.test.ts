import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSms, type SmsParty } from '../../../test/fixtures/third-parties/sms.ts';

const text = 'Dear {#alphanumeric#}, come on {#alphanumeric#}: {#url#} Bye';
const values = ['Asha', '23 Nov 2026 10.30 AM', 'https://samay.example/m?x'];
const number = '9876543210';
let sms: SmsParty;
let template: string;

beforeEach(async () => {
  sms = await openSms();
  template = sms.templates.register(sms.account, { dltId: '1107160000000000001', text }).id;
});
afterEach(() => sms.close());

const send = (change: { to?: string; template?: string } = {}, authkey: string = sms.account.authkey) =>
  sms.provider.by(authkey).send({ to: `91${number}`, template, values, ...change });

describe('a message by MSG91', () => {
  it('is taken with the values of its variables, and shown by the phone as registered [P-12.105]', async () => {
    const outcome = await send();
    expect(outcome).toEqual({ kind: 'accepted', providerId: sms.messages(number)[0]?.requestId });
    expect(sms.messages(number)).toMatchObject([
      { failure: undefined, text: 'Dear Asha, come on 23 Nov 2026 10.30 AM: https://samay.example/m?x Bye' },
    ]);
  });

  it.each([
    ['error-authkey', 'misconfigured', 'MSG91 does not accept the authkey'],
    ['error-unauthorized', 'misconfigured', 'MSG91 does not accept the authkey'],
    ['error-old-shape', 'misconfigured', 'MSG91 does not accept the authkey'],
    ['error-ip', 'misconfigured', 'MSG91 does not accept messages from the address of this server'],
    ['error-template', 'misconfigured', 'MSG91 does not know the template, or has not approved it'],
    ['error-balance', 'misconfigured', 'the account at MSG91 has no balance'],
    ['error-429', 'later', 'MSG91 answered 429'],
    ['error-500', 'later', 'MSG91 answered 500'],
    ['nonsense', 'later', 'MSG91 answered something else than expected'],
    ['down', 'later', 'MSG91 could not be reached'],
  ])('in %s is %s, with a reason that names nobody [P-12.105]', async (mode, kind, reason) => {
    sms.setMode(mode);
    expect(await send()).toEqual({ kind, reason });
  });

  it('to an impossible number is not reached, with a foreign template or key is misconfigured', async () => {
    expect(await send({ to: '12' })).toEqual({ kind: 'unreachable', reason: 'the number takes no SMS' });
    expect(await send({ template: 'f'.repeat(24) })).toMatchObject({ kind: 'misconfigured' });
    expect(await send({}, 'wrong')).toMatchObject({ kind: 'misconfigured' });
  });

  it('waits no longer than it may', async () => {
    const impatient = await openSms({ timeoutMs: 50 });
    impatient.setMode('hang');
    const outcome = await impatient.provider
      .by(sms.account.authkey)
      .send({ to: `91${number}`, template, values });
    await impatient.close();
    expect(outcome).toEqual({ kind: 'later', reason: 'MSG91 did not answer in time' });
  });
});

describe('a delivery report', () => {
  const form = (report: object) =>
    new URLSearchParams({ data: JSON.stringify([{ requestId: 'r1', report: [report] }]) }).toString();
  const read = (body: string) => sms.provider.readReports(Buffer.from(body));

  it('is read in form data and in JSON [P-12.106]', () => {
    const delivered = { status: '1', desc: 'DELIVERED', failedReason: '' };
    expect(read(form(delivered))).toEqual([{ requestId: 'r1', failure: null }]);
    expect(read(JSON.stringify({ ...delivered, requestId: 'r2' }))).toEqual([
      { requestId: 'r2', failure: null },
    ]);
  });

  it.each([
    ['16', '633 TEMPLATE_NOT_MATCHED', 'misconfigured', 'the text at MSG91 differs from the registered one'],
    [
      '16',
      'SMS not Matched with DLT Template',
      'misconfigured',
      'the text at MSG91 differs from the registered one',
    ],
    [
      '16',
      '634 HEADER_NOT_REGISTERED_FOR_TEMPLATE',
      'misconfigured',
      'the template is not registered for the header',
    ],
    ['16', '623 PEID_NOT_MATCHED_WITH_HEADER', 'misconfigured', 'the header belongs to another entity'],
    ['16', '620 HEADER_NOT_FOUND', 'misconfigured', 'the operators do not know the header'],
    ['16', '635 VARIABLE_EXCEEDED_MAX_LENGTH', 'refused', 'a value was longer than the operators allow'],
    ['9', '650 PREFERENCE_NOT_MATCHED', 'unreachable', 'the person takes no such messages (DND)'],
    ['9', '', 'unreachable', 'the person takes no such messages (DND)'],
    ['17', '', 'refused', 'the operators have blocked the message'],
    ['2', '', 'unreachable', 'the number was not reached'],
  ])('of status %s and %j is %s: %s [P-12.106]', (status, failedReason, kind, reason) => {
    expect(read(form({ status, desc: 'X', failedReason }))).toEqual([
      { requestId: 'r1', failure: { kind, reason } },
    ]);
  });

  it.each([
    '',
    '[]',
    '{',
    'data=[',
    'data=[{"requestId":"r1"}]',
    '{"requestId":"r1","status":"8"}',
    '[[1]]',
    'null',
  ])('that is not understood or no end is left out: %s [P-12.106]', (body) => {
    expect(read(body)).toEqual([]);
  });
});
