import { createHmac } from 'node:crypto';
import { listReminderTemplates } from '@samay/contract/reach/reminders/templates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openWhatsApp,
  whatsAppFaults as faults,
  type WhatsAppParty,
  whatsAppSettings,
} from '../../../test/fixtures/third-parties/whatsapp.ts';
import type { TemplateMessage } from './port.ts';

let whatsApp: WhatsAppParty;
beforeAll(async () => {
  whatsApp = await openWhatsApp({ timeoutMs: 1000 });
});
afterAll(() => whatsApp.close());
beforeEach(() => whatsApp.setMode('ok'));

const message: TemplateMessage = {
  to: '919876543210',
  template: 'samay_reminder_doctor_one_v1',
  language: 'en',
  values: ['Asha', 'City Care', 'Tuesday, 24 November 2026, at 10:30 am'],
  link: 'the-secret',
  answer: 'coming',
  reference: 'business effect',
};
const send = async (about: Partial<TemplateMessage> = {}) =>
  whatsApp.provider.operator?.send({ ...message, ...about });

describe('a message', () => {
  it('arrives with its values and buttons, and is accepted with the id of the provider [P-12.65]', async () => {
    const outcome = await send();
    const [shown] = whatsApp.phone('9876543210').messages;
    expect(outcome).toEqual({ kind: 'accepted', providerId: shown?.id });
    expect(shown?.text).toContain('Hello Asha, This is a reminder of your appointment at City Care:');
    expect(shown?.buttons).toEqual([
      expect.objectContaining({ kind: 'reply', text: 'I am coming', value: 'coming' }),
      expect.objectContaining({ kind: 'url', value: 'https://samay.example/m/the-secret' }),
    ]);
  });

  it.each([
    ['unreachable', [131_026, 131_049, 131_050]],
    ['later', [2, 130_429, 131_000, 131_016, 131_056]],
    ['misconfigured', [0, 10, 190, 131_031]],
    [
      'refused',
      [
        100, 131_008, 131_009, 131_051, 131_053, 132_000, 132_001, 132_005, 132_007, 132_012, 132_015,
        132_016,
      ],
    ],
  ] as const)('that WhatsApp refuses is %s by the code of the error [P-12.66]', async (kind, codes) => {
    for (const code of codes.filter((each) => faults[each])) {
      whatsApp.setMode(`error-${code}`);
      expect([code, await send()]).toEqual([code, { kind, reason: expect.stringMatching(/^[^.\d]+$/) }]);
    }
  });

  it.each(['down', 'hang', 'late', 'nonsense'])(
    'is tried later where WhatsApp is %s [P-12.66]',
    async (mode) => {
      whatsApp.setMode(mode);
      expect(await send()).toMatchObject({ kind: 'later' });
    },
  );

  it('by a text that is not registered, or by a wrong token, names neither person nor secret [P-12.66, T-2.33]', async () => {
    expect(await send({ template: 'unknown' })).toMatchObject({ kind: 'refused' });
    const wrong = whatsApp.provider.by({
      phoneNumberId: whatsAppSettings.operator.phoneNumberId,
      token: 'wrong-token',
    });
    const outcome = await wrong.send(message);
    expect(outcome).toMatchObject({ kind: 'misconfigured' });
    expect(JSON.stringify(outcome)).not.toMatch(/wrong-token|9876543210|Asha/);
  });
});

it('registers each text once, and says what WhatsApp decided [P-12.67]', async () => {
  const texts = listReminderTemplates('doctor');
  const before = await whatsApp.provider.registerTexts(texts);
  const names = new Set(texts.map(({ name }) => name));
  expect(before.filter(({ name }) => names.has(name))).toHaveLength(texts.length);
  expect(await whatsApp.provider.registerTexts(texts)).toEqual(before);
  expect(before.find(({ name }) => name === texts[0]?.name)).toMatchObject({
    state: 'approved',
    reason: null,
  });
});

describe('a report', () => {
  const sign = (body: Buffer, secret: string = whatsAppSettings.appSecrets[0]) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

  it('is proved by the signature of its bytes alone [T-2.34]', () => {
    const body = Buffer.from('{"a": "é"}');
    expect(whatsApp.provider.proves(body, sign(body))).toBe(true);
    expect(whatsApp.provider.proves(Buffer.from('{"a":"é"}'), sign(body))).toBe(false);
    expect(whatsApp.provider.proves(body, sign(body, 'another'))).toBe(false);
    for (const wrong of [undefined, '', 'sha256=', sign(body).slice(7), [sign(body)]])
      expect(whatsApp.provider.proves(body, wrong)).toBe(false);
  });

  it('is read in part where it is not understood [T-2.35]', () => {
    const value = {
      metadata: { phone_number_id: '1' },
      statuses: [
        { id: 'wamid.1', status: 'failed', errors: [{ code: 131_026 }], biz_opaque_callback_data: 'ours' },
        { id: 'wamid.2', status: 'played' },
        { status: 'sent' },
      ],
      messages: [
        { id: 'wamid.3', from: '919876543210', type: 'text', text: { body: 'x'.repeat(5000) } },
        { id: 'wamid.4', type: 'button', button: { payload: 'coming', text: 'I am coming' } },
        { id: 'wamid.5', from: '919876543210', type: 'image', image: {}, context: { id: 'wamid.0' } },
        {
          id: 'wamid.6',
          from: '919876543210',
          type: 'text',
          text: { body: 'Yes' },
          context: { forwarded: true },
        },
        'nothing',
      ],
    };
    const read = (body: object) => whatsApp.provider.read(Buffer.from(JSON.stringify(body)));
    const entry = [
      {
        id: 'w',
        changes: [
          { field: 'messages', value },
          { field: 'other', value },
        ],
      },
    ];
    const events = read({ object: 'whatsapp_business_account', entry });
    expect(events).toEqual([
      {
        kind: 'status',
        providerId: 'wamid.1',
        reference: 'ours',
        state: 'failed',
        failure: { kind: 'unreachable', reason: 'the number is not on WhatsApp' },
      },
      {
        kind: 'answer',
        providerId: 'wamid.3',
        account: '1',
        from: '919876543210',
        quoted: null,
        pressed: null,
        text: 'x'.repeat(1000),
      },
      {
        kind: 'answer',
        providerId: 'wamid.4',
        account: '1',
        from: null,
        quoted: null,
        pressed: 'coming',
        text: 'I am coming',
      },
      {
        kind: 'answer',
        providerId: 'wamid.5',
        account: '1',
        from: '919876543210',
        quoted: 'wamid.0',
        pressed: null,
        text: '[image]',
      },
      {
        kind: 'answer',
        providerId: 'wamid.6',
        account: '1',
        from: '919876543210',
        quoted: null,
        pressed: null,
        text: 'Yes',
      },
    ]);
    expect(read({ object: 'page', entry })).toEqual([]);
    expect(whatsApp.provider.read(Buffer.from('no JSON'))).toEqual([]);
  });

  it('of the address is asked for by the word of both [T-2.34]', () => {
    const asked = {
      'hub.mode': 'subscribe',
      'hub.challenge': '1158',
      'hub.verify_token': whatsAppSettings.verifyToken,
    };
    expect(whatsApp.provider.answerChallenge(asked)).toBe('1158');
    expect(whatsApp.provider.answerChallenge({ ...asked, 'hub.verify_token': 'no' })).toBeUndefined();
    expect(whatsApp.provider.answerChallenge({ ...asked, 'hub.mode': 'unsubscribe' })).toBeUndefined();
    expect(whatsApp.provider.answerChallenge({})).toBeUndefined();
  });
});
