import { waitFor } from '@testing-library/react';
import { locks } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { type TokenEvent, Tokens } from './access-token.ts';

const channels: BroadcastChannel[] = [];
afterEach(() => channels.splice(0).forEach((channel) => channel.close()));

it('renews once for two tabs, and both send the new token [P-2.9]', async () => {
  const server = refreshServer();
  const [one, two] = [tab(server), tab(server)];
  one.start(makeToken('asha', 0, 10), true);
  const stale = one.access()!;
  expect(await Promise.all([one.renew(stale), two.renew(stale), two.renew(stale)])).toEqual([
    'renewed',
    'renewed',
    'renewed',
  ]);
  expect(server.requests).toBe(1);
  expect(two.access()).toBe(one.access());
  expect(one.access()).not.toBe(stale);
});

it('renews once when what a tab stores reaches the next one late', async () => {
  const server = refreshServer();
  const [near, far] = lateStorages(100);
  const [one, two] = [tab(server, undefined, near), tab(server, undefined, far)];
  const first = makeToken('asha', 0, 10);
  one.start(first, true);
  await waitFor(() => expect(two.access()).toBe(first.accessToken));
  expect(await Promise.all([one.renew(), two.renew()])).toEqual(['renewed', 'renewed']);
  expect(server.requests).toBe(1);
  expect(two.access()).toBe(one.access());
});

it('asks once for all calls of a tab that were refused together, also when the server fails', async () => {
  const [server, failing] = [refreshServer(), refreshServer(503)];
  const [one, two] = [tab(server), tab(failing)];
  one.start(makeToken('asha', 0, 10), true);
  const stale = one.access()!;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  expect(await Promise.all([two.renew(stale), two.renew(stale), two.renew(stale)])).toEqual(
    Array(3).fill('unreachable'),
  );
  expect(failing.requests).toBe(1);
  expect(await Promise.all([one.renew(stale), one.renew(stale)])).toEqual(['renewed', 'renewed']);
  await new Promise((resolve) => setImmediate(resolve));
  // Expects the timer of the next turn alone: the failed call stored nothing, so nothing had to
  // reach other tabs.
  expect(timers.mock.calls.filter(([, ms]) => ms === 250)).toHaveLength(1);
  timers.mockRestore();
  expect(server.requests).toBe(1);
});

it('asks again immediately when the answer is lost, as long as the server repeats it', async () => {
  const server = refreshServer(200, 1);
  const one = tab(server);
  one.start(makeToken('asha', 0, 10), true);
  expect(await one.renew()).toBe('renewed');
  expect(server.requests).toBe(2);
});

it('renews a token that expires within 90 seconds, and no other [P-2.9]', async () => {
  const server = refreshServer();
  const one = tab(server);
  one.start(makeToken('asha', 0, 95), true);
  expect(await one.renew()).toBe('renewed');
  expect(server.requests).toBe(0);
  one.start(makeToken('asha', 0, 85), true);
  await one.renew();
  expect(server.requests).toBe(1);
});

it('checks the token immediately when renewal starts, as after a sleep', async () => {
  const server = refreshServer();
  const one = tab(server);
  one.start(makeToken('asha', 0, -3600), true);
  const stale = one.access();
  const stop = one.startRenewal();
  await waitFor(() => expect(one.access()).not.toBe(stale));
  expect(server.requests).toBe(1);
  stop();
});

it('checks the token again after thirty seconds [P-2.9]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = refreshServer();
  const one = tab(server);
  one.start(makeToken('asha', 0, 900), true);
  const stop = one.startRenewal();
  one.start(makeToken('asha', 1, 10), true);
  const expiring = one.access();
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await waitFor(() => expect(one.access()).not.toBe(expiring));
  expect(server.requests).toBe(1);
  stop();
});

it.each([400, 401])('ends the session in every tab when the server refuses with %i', async (status) => {
  const server = refreshServer(status);
  const [one, two] = [tab(server), tab(server)];
  const heard = hear(two);
  one.start(makeToken('asha', 0, 10), true);
  expect(await one.renew(one.access()!)).toBe('ended');
  expect(one.access()).toBeNull();
  await waitFor(() => expect(heard).toContain('ended'));
});

it.each([500, 502, 503, 429, 403, 0])('keeps the session when the status is %i [I-7]', async (status) => {
  const server = refreshServer(status);
  const one = tab(server);
  one.start(makeToken('asha', 0, 10), true);
  expect(await one.renew(one.access()!)).toBe('unreachable');
  expect(one.access()).not.toBeNull();
});

it('does not restore a session that ended during its renewal, nor change the next one', async () => {
  const [answer, refusal] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [server, refusing] = [refreshServer(200, 0, answer.promise), refreshServer(401, 0, refusal.promise)];
  const [one, refused] = [tab(server), tab(refusing)];
  one.start(makeToken('asha', 0, 10), true);
  const renewal = one.renew();
  await waitFor(() => expect(server.requests).toBe(1));
  one.end();
  answer.resolve();
  expect(await renewal).toBe('ended');
  expect(one.access()).toBeNull();

  refused.start(makeToken('asha', 1, 10), true);
  const late = refused.renew();
  await waitFor(() => expect(refusing.requests).toBe(1));
  const next = makeToken('ravi', 2, 900);
  refused.start(next, true);
  refusal.resolve();
  expect(await late).toBe('renewed');
  expect(refused.access()).toBe(next.accessToken);
});

it('signs the other tabs out, and notifies them of another user but not of the same one [P-2.9]', async () => {
  const server = refreshServer();
  const [one, two] = [tab(server), tab(server)];
  const heard = hear(two);
  one.start(makeToken('asha', 0, 900), true);
  await waitFor(() => expect(heard).toEqual(['other-user']));
  two.start(makeToken('asha', 1, 900), true);
  one.start(makeToken('asha', 2, 900), true);
  one.end();
  await waitFor(() => expect(heard).toEqual(['other-user', 'ended']));
});

it('does not outlive the browser when it is not to be remembered [P-2.11]', () => {
  const browser = { isOpen: true };
  const one = tab(refreshServer(), browser);
  one.start(makeToken('asha', 0, 900), false);
  expect(one.access()).not.toBeNull();
  browser.isOpen = false;
  expect(one.access()).toBeNull();
  one.start(makeToken('asha', 0, 900), true);
  browser.isOpen = false;
  expect(one.access()).not.toBeNull();
});

it.each<[string, (one: ReturnType<typeof tab>, browser: { isOpen: boolean }) => unknown]>([
  ['its session ends', (one) => one.end()],
  ['its session is refused', (one) => one.renew(one.access()!)],
  ['its browser was closed', (one, browser) => ((browser.isOpen = false), one.access())],
  ['somebody signs in', (one) => one.start(makeToken('ravi', 1, 900), true)],
])('deletes the stored day sheet when %s [P-16.31]', async (_, happens) => {
  const browser = { isOpen: true };
  const one = tab(refreshServer(401), browser);
  one.start(makeToken('asha', 0, 10), false);
  expect(one.userId()).toBe('asha');
  localStorage.setItem('samay-day-sheet', '{}');
  await happens(one, browser);
  expect(localStorage.getItem('samay-day-sheet')).toBeNull();
});

function tab(
  server: ReturnType<typeof refreshServer>,
  browser = { isOpen: true },
  storage: Storage = localStorage,
) {
  const channel = new BroadcastChannel('tokens-test');
  channels.push(channel);
  return new Tokens({
    storage,
    locks,
    channel,
    refresh: server.refresh,
    sessionCookie: { set: () => (browser.isOpen = true), isSet: () => browser.isOpen },
  });
}

/**
 * Mocks the storage as two tabs in separate processes see it: own writes immediately, those of the
 * other tab later.
 */
function lateStorages(ms: number): [Storage, Storage] {
  const views = [new Map<string, string>(), new Map<string, string>()] as const;
  const write = (own: 0 | 1, change: (view: Map<string, string>) => void) => {
    change(views[own]);
    setTimeout(() => change(views[own ? 0 : 1]), ms);
  };
  const storageOf = (own: 0 | 1): Storage => ({
    get length() {
      return views[own].size;
    },
    key: (index) => [...views[own].keys()][index] ?? null,
    getItem: (key) => views[own].get(key) ?? null,
    setItem: (key, value) => write(own, (view) => view.set(key, value)),
    removeItem: (key) => write(own, (view) => view.delete(key)),
    clear: () => write(own, (view) => view.clear()),
  });
  return [storageOf(0), storageOf(1)];
}

/**
 * Answers by the contract; 0 is a connection that fails, and so does each of the first `lost`
 * answers.
 */
function refreshServer(status = 200, lost = 0, until?: Promise<void>) {
  const server = {
    requests: 0,
    refresh: async () => {
      server.requests += 1;
      await (until ?? new Promise((resolve) => setTimeout(resolve, 20)));
      if (status === 0 || server.requests <= lost) throw new Error('offline');
      return {
        status,
        text: status === 200 ? JSON.stringify(makeToken('asha', 100 + server.requests, 900)) : '',
      };
    },
  };
  return server;
}

function makeToken(sub: string, serial: number, lastsSeconds: number) {
  const payload = btoa(JSON.stringify({ sub, serial }));
  return {
    accessToken: `head.${payload}.tail`,
    expiresAt: new Date(Date.now() + lastsSeconds * 1000).toISOString(),
  };
}

function hear(tokens: ReturnType<typeof tab>): TokenEvent[] {
  const heard: TokenEvent[] = [];
  tokens.listen((event) => heard.push(event));
  return heard;
}
