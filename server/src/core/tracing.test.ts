import { AsyncLocalStorage } from 'node:async_hooks';
import { Writable } from 'node:stream';
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  trace,
} from '@opentelemetry/api';
import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../test/fixtures/builders.ts';
import { newAppointment } from '../../test/fixtures/samples.ts';
import { buildApp } from '../app.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const lines: string[] = [];
let test: TestApp;
let app: TestApp['app'];
let clinic: BuiltTenant;
beforeAll(async () => {
  test = await testApp();
  const log = pino(
    new Writable({ write: (chunk: Buffer, _encoding, done) => done(void lines.push(chunk.toString())) }),
  );
  app = await buildApp({ ...test.dependencies, log });
  clinic = await buildTenant(test, { plan: 'enterprise' });
});
afterAll(async () => {
  await app.close();
  await test.close();
});
const answeredLine = async (header: string) => {
  lines.length = 0;
  await app.inject({ method: 'GET', url: '/api/plans', headers: { traceparent: header } });
  return JSON.parse(lines.find((line) => line.includes('answered')) ?? '{}') as { traceId?: string };
};

describe('without an SDK', () => {
  it('the log has the trace of its caller, in the form of the standard and no other [O-5.10]', async () => {
    expect(await answeredLine(traceparent)).toMatchObject({ traceId });
    for (const header of [
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      'Meera Joshi',
      `${traceparent}-more`,
      `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`,
    ])
      expect(await answeredLine(header)).not.toHaveProperty('traceId');
  });
});

describe('with an SDK', () => {
  interface Kept {
    readonly name: string;
    readonly parent: string | undefined;
    readonly id: string;
    readonly attributes: Record<string, unknown>;
    isEnded: boolean;
  }
  const spans: Kept[] = [];

  beforeEach(() => {
    spans.length = 0;
    const storage = new AsyncLocalStorage<Context>();
    context.setGlobalContextManager({
      active: () => storage.getStore() ?? ROOT_CONTEXT,
      with: (next, work, self, ...values) => storage.run(next, () => work.call(self, ...values)),
      bind: (_, target) => target,
      enable: () => context as never,
      disable: () => context as never,
    });
    propagation.setGlobalPropagator({
      inject: () => undefined,
      fields: () => ['traceparent'],
      extract(from, carrier: { traceparent?: string }) {
        const [, id = '', spanId = ''] = carrier.traceparent?.split('-') ?? [];
        return id ? trace.setSpanContext(from, { traceId: id, spanId, traceFlags: 1, isRemote: true }) : from;
      },
    });
    const startSpan = (name: string, options: SpanOptions = {}, from = context.active()): Span => {
      const parent = trace.getSpanContext(from);
      const kept: Kept = {
        name,
        parent: parent?.spanId,
        id: `span${spans.length}`,
        attributes: { ...options.attributes },
        isEnded: false,
      };
      spans.push(kept);
      return {
        isRecording: () => true,
        spanContext: () => ({ traceId: parent?.traceId ?? 'new', spanId: kept.id, traceFlags: 1 }),
        setAttribute: (key: string, value: unknown) => Object.assign(kept.attributes, { [key]: value }),
        setAttributes: (more: object) => Object.assign(kept.attributes, more),
        setStatus: () => undefined,
        end: () => (kept.isEnded = true),
      } as never;
    };
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as never });
  });
  afterEach(() => {
    for (const global of [trace, context, propagation]) global.disable();
  });

  it('each request is a span of its caller’s trace, each statement one below it, and none names anybody [O-5.10, T-6.7]', async () => {
    const desk = await signInAs({ ...test, app }, clinic);
    spans.length = 0;
    const { status } = await desk.call(createAppointment, { body: newAppointment });
    expect(status).toBe(201);
    await app.inject({ method: 'GET', url: '/api/plans', headers: { traceparent } });
    await desk.call(listAppointments);
    const requests = spans.filter(({ name }) => name !== 'database');
    expect(requests.map(({ name }) => name)).toEqual([
      'POST /api/appointments',
      'GET /api/plans',
      'GET /api/appointments',
    ]);
    expect(requests[1]?.parent).toBe('b7ad6b7169203331');
    expect(requests[0]?.attributes).toMatchObject({
      'http.route': '/api/appointments',
      'http.response.status_code': 201,
    });
    for (const { id } of requests)
      expect(spans.filter(({ parent }) => parent === id).length).toBeGreaterThan(0);
    expect(spans.every(({ isEnded }) => isEnded)).toBe(true);
    const text = JSON.stringify(spans);
    const secrets = [
      clinic.id,
      newAppointment.personName,
      newAppointment.personEmail,
      newAppointment.personContact,
      desk.identity?.userId,
    ];
    expect(secrets.filter((secret) => secret && text.includes(secret))).toEqual([]);
    expect(text).toContain('insert into \\"appointments\\"');
  });
});
