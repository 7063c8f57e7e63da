import { changeProfile } from '@samay/contract/identity/profile';
import { raiseAssurance } from '@samay/contract/identity/second-factor';
import { getTenant } from '@samay/contract/platform/tenants';
import { listSessions } from '@samay/contract/identity/sessions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { pointAt } from '../../../test/point-at.ts';
import { call } from './api.ts';
import { PromptQueue, codePrompt, reasonPrompt } from './prompts.ts';

const wanted = answerError(
  403,
  'session.insufficient_assurance',
  'Please confirm with a code from your authenticator app.',
);
const saved = () => ({ json: { name: 'Asha' } });
const route = 'PATCH /api/me';

let server: ClinicServer;
let stop = () => {};
beforeEach(async () => {
  server = await startClinicServer();
  pointAt(server.url);
  localStorage.setItem('authToken', 'token');
  server.routes.set(route, wanted);
});
afterEach(() => {
  stop();
  return server.close();
});

const change = () => call(changeProfile, { body: { name: 'Asha' } });

describe('a change that requires a code', () => {
  it('is repeated once a code was right [P-2.25]', async () => {
    stop = codePrompt.onPrompt(async () => {
      server.routes.set(route, saved);
      return true;
    });
    expect(await change()).toEqual({ name: 'Asha' });
    expect(server.requestsOf(route)).toHaveLength(2);
  });

  it('is rejected without a code, without a prompt, or if the code was not enough', async () => {
    const refused = { code: 'session.insufficient_assurance', status: 403 };
    await expect(change()).rejects.toMatchObject(refused);
    stop = codePrompt.onPrompt(async () => false);
    await expect(change()).rejects.toMatchObject(refused);
    expect(server.requestsOf(route)).toHaveLength(2);
    stop();
    stop = codePrompt.onPrompt(async () => true);
    await expect(change()).rejects.toMatchObject(refused);
    expect(server.requestsOf(route)).toHaveLength(4);
  });

  it('asks once for all that wait', async () => {
    let asked = 0;
    stop = codePrompt.onPrompt(async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      server.routes.set(route, saved);
      return true;
    });
    expect(await Promise.all([change(), change(), change()])).toHaveLength(3);
    expect(asked).toBe(1);
  });
});

it('shows no prompt for reads, for the code itself, or for other errors', async () => {
  let asked = 0;
  stop = codePrompt.onPrompt(async () => {
    asked += 1;
    return true;
  });
  server.routes.set('GET /api/sessions', wanted);
  server.routes.set('POST /api/session/assurance', wanted);
  server.routes.set(route, answerError(403, 'access.denied', 'You do not have permission to do this.'));
  await expect(call(listSessions)).rejects.toMatchObject({ status: 403 });
  await expect(call(raiseAssurance, { body: { code: '123456' } })).rejects.toMatchObject({ status: 403 });
  await expect(change()).rejects.toMatchObject({ code: 'access.denied' });
  expect(asked).toBe(0);
});

describe('a look into a business', () => {
  const looked = 'GET /api/platform/tenants/one';
  const look = () => call(getTenant, { params: { id: 'one' } });
  beforeEach(() =>
    server.routes.set(
      looked,
      answerError(
        428,
        'platform.reason_needed',
        'Please give a reason first. The owners of this business see it.',
      ),
    ),
  );

  it('asks for a reason, once for all waiting requests, and continues [P-14.5]', async () => {
    const asked: string[] = [];
    stop = reasonPrompt.onPrompt(async (business) => {
      asked.push(business);
      server.routes.set(looked, () => ({ json: { ok: true } }));
      return true;
    });
    expect(await Promise.all([look(), look()])).toEqual([{ ok: true }, { ok: true }]);
    expect(asked).toEqual(['one']);
  });

  it('is refused where none is given', async () => {
    stop = reasonPrompt.onPrompt(async () => false);
    await expect(look()).rejects.toMatchObject({ code: 'platform.reason_needed' });
  });
});

it('shows one prompt at a time, and continues after a failed one', async () => {
  const queue = new PromptQueue<string>();
  const open: string[] = [];
  queue.onPrompt(async (about) => {
    open.push(about);
    if (open.length > 1) throw new Error('two at once');
    await new Promise((resolve) => setTimeout(resolve, 10));
    open.pop();
    return about !== 'first';
  });
  expect(await Promise.all([queue.ask('first'), queue.ask('second')])).toEqual([false, true]);
});
