import { indiaDate } from '@samay/contract/core/time';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { useMinute } from '../browser/use-minute.ts';
import { useToday } from '../browser/use-today.ts';
import { Tokens } from './access-token.ts';
import { sendRead } from './kept-replies.ts';
import { send } from './send.ts';
import { compareClocks, serverNow } from './server-clock.ts';

/** Saturday in India, 11:55 pm. */
const truth = new Date('2026-11-21T18:25:00Z');
const dayMs = 86_400_000;
let server: ClinicServer;

beforeEach(async () => {
  vi.useFakeTimers({ now: truth, toFake: ['Date'] });
  server = await startClinicServer();
  server.clock = () => truth;
  pointAt(server.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

it.each([
  ['a day ahead', dayMs, 0],
  ['a day behind', -dayMs, 0],
  ['at 1 January 1970', -truth.getTime(), 0],
  ['three minutes ahead', 180_000, 0],
  ['30 seconds ahead', 30_000, 30_000],
  ['30 seconds behind', -30_000, -30_000],
])('knows the server’s time on a device whose clock is %s [P-6.3]', async (_, aheadMs, restMs) => {
  setClock(aheadMs);
  await ask();
  expect(serverNow().getTime() - truth.getTime()).toBe(restMs);
});

it('follows a clock that is set right, and one that is set wrong again', async () => {
  for (const aheadMs of [dayMs, 0, -dayMs, 3_600_000]) {
    setClock(aheadMs);
    await ask();
    expect(serverNow()).toEqual(truth);
  }
});

it('does not change with the seconds that answers take', async () => {
  setClock(dayMs);
  await ask();
  const kept = localStorage.getItem('samay-clock');
  for (const lateMs of [1_000, 40_000, -1_000]) {
    server.clock = () => new Date(truth.getTime() - lateMs);
    await ask();
  }
  expect(localStorage.getItem('samay-clock')).toBe(kept);
});

it('learns from a refusal and from an answer that nothing has changed', async () => {
  setClock(dayMs);
  await send({ method: 'GET', path: '/api/nothing', timeoutMs: 20_000 });
  expect(serverNow()).toEqual(truth);
  server.routes.set('GET /api/summary', () => ({ json: {}, etag: '"1"' }));
  const read = () => sendRead({ method: 'GET', path: '/api/summary', timeoutMs: 20_000 });
  await read();
  setClock(-dayMs);
  expect((await read()).reply).toEqual({});
  expect(serverNow()).toEqual(truth);
});

it.each([
  ['without a date', null, 0],
  ['whose date is none', 'yesterday', 0],
  ['during which the device slept for a night', truth.toUTCString(), 8 * 3_600_000],
])('learns nothing from an answer %s', (_, date, tookMs) => {
  setClock(dayMs);
  const sentAt = serverNow();
  setClock(dayMs + tookMs);
  compareClocks(date, sentAt);
  expect(localStorage.getItem('samay-clock')).toBeNull();
});

it('gives an open screen the server’s day and minute [P-6.3]', async () => {
  setClock(dayMs);
  const { result } = renderHook(() => [useToday(), useMinute()]);
  expect(result.current).toEqual(['2026-11-22', '2026-11-22 23:55']);
  await ask();
  await waitFor(() => expect(result.current).toEqual(['2026-11-21', '2026-11-21 23:55']));
  expect(indiaDate(serverNow())).toBe('2026-11-21');
});

it.each([
  ['has ten minutes left on a clock that is a day ahead', dayMs, 600_000, 0],
  ['has one minute left on a clock that is a day behind', -dayMs, 60_000, 1],
])('renews an access token by the server’s clock: one that %s', async (_, aheadMs, leftMs, renewals) => {
  setClock(aheadMs);
  await ask();
  const refresh = vi.fn(async () => ({ status: 503, text: '' }));
  const channel = new BroadcastChannel('clock');
  const sessionCookie = { set: () => undefined, isSet: () => true };
  const tokens = new Tokens({ storage: localStorage, locks: undefined, channel, refresh, sessionCookie });
  tokens.start({ accessToken: 'token', expiresAt: new Date(truth.getTime() + leftMs).toISOString() }, true);
  expect(await tokens.renew()).toBe(renewals === 0 ? 'renewed' : 'unreachable');
  expect(refresh).toHaveBeenCalledTimes(renewals);
  channel.close();
});

/** Sets this device's clock. */
function setClock(aheadMs: number): void {
  vi.setSystemTime(truth.getTime() + aheadMs);
}

async function ask(): Promise<void> {
  await send({ method: 'GET', path: '/api/session', timeoutMs: 20_000 });
}
