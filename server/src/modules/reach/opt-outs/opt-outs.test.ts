import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { hashAddress } from '../../../outbox/mail-counts.ts';
import { findAnswered, noteOptOut } from '../index.ts';

let app: TestApp;
let clinic: BuiltTenant;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
});
afterAll(() => app.close());

it('keeps by address and number that a person wants no more notices, when, and in which words [P-12.52]', async () => {
  const bookingId = await buildAppointment(app, clinic, { contact: '+91 98450 12345' });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set({ person_email: ' Asha@X.example' })
      .where('id', '=', bookingId)
      .execute(),
  );
  const note = (wording: string, now: Date) =>
    asPlatform(app, (tx) => noteOptOut(tx, { tenantId: clinic.id as TenantId, now }, { bookingId, wording }));
  await note('No more notices', new Date(testNow));
  await note('Again', new Date());
  const kept = await asPlatform(app, (tx) =>
    tx.selectFrom('opt_outs').selectAll().orderBy('address').execute(),
  );
  const said = { tenant_id: clinic.id, noted_at: new Date(testNow), wording: 'No more notices' };
  expect(kept).toEqual([
    { ...said, address: '9845012345' },
    { ...said, address: 'asha@x.example' },
  ]);
});

it('keeps for a number that the booking has no more that number alone: another has the booking now [P-12.90]', async () => {
  const bookingId = await buildAppointment(app, clinic, { contact: '98450 30001' });
  const optOut = async (number: string) => {
    const work = { tenantId: clinic.id as TenantId, now: new Date(testNow) };
    await asPlatform(app, (tx) => noteOptOut(tx, work, { bookingId, wording: number, number }));
    const kept = await asPlatform(app, (tx) =>
      tx.selectFrom('opt_outs').select('address').where('wording', '=', number).orderBy('address').execute(),
    );
    return kept.map(({ address }) => address);
  };
  expect(await optOut('9845030002')).toEqual(['9845030002']);
  expect(await optOut('9845030001')).toEqual(['9845030001', 'meera@people.example']);
});

it('ends the reminders alone of a booking that a confirmed request made: its number may be of another [P-12.78]', async () => {
  const business = await buildTenant(app, { times: 'apart' });
  const bookingId = await buildAppointment(app, business, { contact: '98450 40001' });
  const now = new Date(testNow);
  const kept = await asPlatform(app, async (tx) => {
    await sql`insert into booking_requests (tenant_id, id, state, service_id, resource_id, appointment_date, appointment_time,
        duration_min, person_name, contact, number, language, asked_at, lapses_at, settled_at, appointment_id)
      select made.tenant_id, made.id, 'confirmed', services.id, resources.id, appointment_date, appointment_time, 15, person_name,
        person_contact, telephone(person_contact), 'en', ${now}, ${now}, ${now}, made.id
      from appointments as made join services on services.tenant_id = made.tenant_id
      join resources on resources.tenant_id = made.tenant_id where made.id = ${bookingId} limit 1`.execute(
      tx,
    );
    await tx.updateTable('appointments').set({ person_email: null }).where('id', '=', bookingId).execute();
    await noteOptOut(tx, { tenantId: business.id as TenantId, now }, { bookingId, wording: 'No more' });
    const { gets_reminders: isReminded } = await tx
      .selectFrom('appointments')
      .select('gets_reminders')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow();
    const outs = await tx
      .selectFrom('opt_outs')
      .select('address')
      .where('tenant_id', '=', business.id)
      .execute();
    return { isReminded, outs };
  });
  expect(kept).toEqual({ isReminded: false, outs: [] });
});

describe('words of a person belong to the business', () => {
  const at = (minutesAgo: number) => new Date(Date.parse(testNow) - minutesAgo * 60_000);
  interface Written {
    readonly number: string;
    readonly state: 'queued' | 'sent' | 'failed';
    readonly minutesAgo: number;
    readonly providerId?: string;
  }
  /** Has a business of its own write a message to a number, and returns it. */
  async function write({ number, state, minutesAgo, providerId }: Written): Promise<string> {
    const business = await buildTenant(app);
    const bookingId = await buildAppointment(app, business, { contact: number });
    await asPlatform(app, (tx) =>
      tx
        .insertInto('notices')
        .values({
          tenant_id: business.id,
          appointment_id: bookingId,
          kind: 'reminder',
          channel: 'whatsapp',
          language: 'en',
          lead_min: 1440,
          starts_at: at(-1440),
          address_hash: hashAddress(number),
          effect_id: randomUUID(),
          state,
          reason: state === 'failed' ? 'the number is not on WhatsApp' : null,
          created_at: at(minutesAgo),
          settled_at: state === 'queued' ? null : at(minutesAgo),
          provider_id: providerId ?? null,
        })
        .execute(),
    );
    return business.id;
  }
  const answered = async (number: string, quoted: string | null = null) =>
    (await findAnswered(app.dependencies, { number, account: 'ours', quoted }))?.tenantId;
  beforeAll(() => {
    Object.assign(app.dependencies, { whatsApp: { operatorIds: { phoneNumberId: 'ours' } } });
  });

  it('whose message reached them last, not of one that failed or has waited since [P-12.90, T-2.65]', async () => {
    const number = '9845020001';
    const failed = await write({ number, state: 'failed', minutesAgo: 1 });
    expect(await answered(number)).toBe(failed);
    await write({ number, state: 'queued', minutesAgo: 10 });
    const reached = await write({ number, state: 'sent', minutesAgo: 60 });
    expect(await answered(number)).toBe(reached);
  });

  it('of a message that may have arrived unanswered, being sent in these two minutes [P-12.90, T-2.65]', async () => {
    const number = '9845020002';
    await write({ number, state: 'sent', minutesAgo: 60 });
    const unconfirmed = await write({ number, state: 'queued', minutesAgo: 1 });
    expect(await answered(number)).toBe(unconfirmed);
  });

  it('whose message they quote, whichever came later [P-12.90, T-2.65]', async () => {
    const number = '9845020003';
    const first = await write({ number, state: 'sent', minutesAgo: 60, providerId: 'wamid.first' });
    const second = await write({ number, state: 'sent', minutesAgo: 30, providerId: 'wamid.second' });
    expect(await answered(number, 'wamid.first')).toBe(first);
    expect(await answered(number, 'wamid.unknown')).toBe(second);
    expect(await answered('9845020009', 'wamid.first')).toBeUndefined();
  });
});
