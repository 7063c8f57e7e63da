import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './app.ts';
import { Browser, buildPerson } from './browser.ts';
import { buildTenant, type BuiltTenant, signInAs } from './builders.ts';
import type { Client } from './client.ts';
import { printInvariant } from './invariants/invariant.ts';
import { auditOf } from './rows.ts';
import { type EndpointName, everyEndpoint, newAppointment, sendSample } from './samples.ts';
import { sampleFor } from './sample-world.ts';
import { testEngine } from './database.ts';

// I24: each change leaves exactly one row in the audit log, in its own transaction.

/** What a success of each changing endpoint is called; null where nothing is noted, and why. */
const actions: Partial<Record<EndpointName, string | null>> = {
  signIn: 'session.started',
  signOut: 'session.ended',
  refreshSession: null, // the session stays what it is, only its secret is renewed; a reuse is noted
  createAppointment: 'appointment.created',
  correctAppointment: 'appointment.corrected',
  rescheduleAppointment: 'appointment.rescheduled',
  cancelAppointment: 'appointment.cancelled',
  completeAppointment: 'appointment.completed',
  markNoShow: 'appointment.no_show',
  reopenAppointment: 'appointment.reopened',
  markArrived: 'appointment.arrived',
  undoArrival: 'appointment.arrival_undone',
  uploadPrescription: 'prescription.uploaded',
  linkPrescription: null, // a link changes nothing; opening it is noted
};

const changing = everyEndpoint.filter(([, { method }]) => method !== 'GET');
const withSession = changing.filter(([, { access }]) => access !== 'public');

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let right = 0;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterAll(() => {
  printInvariant({
    id: 'I24',
    driver: testEngine,
    n: withSession.length,
    violations: withSession.length - right,
    what: 'one audit row for each change',
  });
  return app.close();
});

it('says for every endpoint that changes something what it is called', () => {
  expect(Object.keys(actions).toSorted()).toEqual(changing.map(([name]) => name).toSorted());
});

describe.each(withSession)('%s', (name, endpoint) => {
  it('leaves one row for a success', async () => {
    const sample = await sampleFor(app, name, clinic, owner);
    const done = await sendSample(owner, endpoint, sample);
    expect(done.status).toBe(endpoint.status ?? 200);
    const action = actions[name];
    const object = sample.params?.['id'] ?? (done.body as { id: string }).id;
    expect(await auditOf(app, done.headers['x-request-id'])).toEqual(action ? [{ tenant_id: clinic.id, action, object }] : []);
    right += 1;
  });

  it('leaves none for what was refused', async () => {
    const refused = await sendSample(owner, endpoint, { ...(await sampleFor(app, name, clinic, owner)), query: { nonsense: '1' } });
    expect(refused.status).toBe(400);
    expect(await auditOf(app, refused.headers['x-request-id'])).toEqual([]);
  });
});

describe('the session', () => {
  it('is noted when it begins, when it ends, and when a password was wrong', async () => {
    const person = await buildPerson(app, clinic);
    const browser = new Browser(app.app, { address: '203.0.113.24' });
    const wrong = await browser.signIn(person.email, 'wrong password');
    expect(wrong.status).toBe(401);
    const started = await browser.signIn(person.email, person.password);
    const refreshed = await browser.refresh();
    const ended = await browser.signOut();
    const actionsOf = async (reply: { headers: Record<string, unknown> }) =>
      (await auditOf(app, reply.headers['x-request-id'])).map(({ tenant_id: tenant, action }) => [tenant === clinic.id, action]);
    expect(await actionsOf(wrong)).toEqual([[true, 'session.refused']]);
    expect(await actionsOf(started)).toEqual([[true, 'session.started']]);
    expect(await actionsOf(refreshed)).toEqual([]);
    expect(await actionsOf(ended)).toEqual([[true, 'session.ended']]);
  });
});

it('notes once what was sent twice under one key, and nothing that was rolled back', async () => {
  const create = everyEndpoint.find(([name]) => name === 'createAppointment')?.[1];
  if (!create) throw new Error('there is no way to book');
  const idempotencyKey = 'audited-once-1';
  const [first, again] = [
    await owner.send(create, { body: newAppointment, idempotencyKey }),
    await owner.send(create, { body: newAppointment, idempotencyKey }),
  ];
  expect(again?.body).toEqual(first?.body);
  expect(await auditOf(app, first?.headers['x-request-id'])).toHaveLength(1);
  expect(await auditOf(app, again?.headers['x-request-id'])).toEqual([]);
  const mismatch = await owner.send(create, { body: { ...newAppointment, time: '13:00' }, idempotencyKey });
  expect(mismatch.status).toBe(422);
  expect(await auditOf(app, mismatch.headers['x-request-id'])).toEqual([]);
});
