import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClinicServer } from '../../../../../test/clinic-server.ts';
import {
  at,
  give,
  here,
  inside,
  keysOfPage,
  late,
  plain,
  route,
  toRow,
  showQueue,
  startQueueServer,
} from '../../../../../test/show-queue.tsx';

let server: ClinicServer;

beforeEach(async () => {
  server = await startQueueServer();
});
afterEach(() => server.close());

describe('by keys alone', () => {
  const nameOfFocused = () => document.activeElement?.textContent ?? '';

  it('j, k and the arrows lead, Enter opens, and the page lists each key [P-8.18]', async () => {
    const { user, openVisit } = showQueue(server);
    await toRow('Ravi Rao');
    await user.keyboard('j');
    expect(nameOfFocused()).toContain('Ravi Rao');
    await user.keyboard('j');
    expect(nameOfFocused()).toContain('Sana Khan');
    await user.keyboard('{ArrowDown}');
    expect(nameOfFocused()).toContain('Tara Pillai');
    await user.keyboard('{ArrowDown}{ArrowUp}k');
    expect(nameOfFocused()).toContain('Ravi Rao');
    await user.keyboard('{Enter}');
    expect(openVisit).toHaveBeenCalledWith(inside.id);
    expect(keysOfPage()).toEqual(['j', 'k', 'a', 'u', 'l', 't', 's', 'x', 'm', 'r', 'c', 'h']);
  });

  it('a takes the next step of who has the focus, u takes it back, x marks a no-show; who takes the place gets the focus [P-8.18]', async () => {
    const arrival = `PUT /api/appointments/${late.id}/arrival`;
    const undone = `DELETE /api/appointments/${here.id}/arrival`;
    const missed = `POST /api/appointments/${here.id}/no-show`;
    server.routes.set(arrival, () => ({ json: { ...plain(late), arrivedAt: at } }));
    server.routes.set(undone, () => ({ json: { ...plain(here), arrivedAt: null } }));
    server.routes.set(missed, () => {
      give(server, { waiting: [inside, late] });
      return { json: { ...plain(here), status: 'no_show' } };
    });
    const { user } = showQueue(server);
    await toRow('Ravi Rao');
    await user.keyboard('jjja');
    await waitFor(() => expect(server.requestsOf(arrival).length).toBe(1));
    await user.keyboard('ku');
    await waitFor(() => expect(server.requestsOf(undone).length).toBe(1));
    await user.keyboard('x');
    await waitFor(() => expect(server.requestsOf(missed).length).toBe(1));
    await waitFor(() => expect(nameOfFocused()).toContain('Tara Pillai'));
  });

  it('h opens what was before of the first, and then of who has the focus [P-8.28]', async () => {
    const { user, openVisit } = showQueue(server);
    await toRow('Ravi Rao');
    await user.keyboard('hjjh');
    expect(openVisit.mock.calls).toEqual([[inside.id], [here.id]]);
  });

  it('t calls the number of who waits, again with the next count, and s skips and brings back, as the buttons do [P-8.117]', async () => {
    const called = `PUT /api/appointments/${here.id}/call`;
    const skipped = `PUT /api/appointments/${here.id}/skip`;
    const back = `DELETE /api/appointments/${here.id}/skip`;
    const waits = { ...here, token: 'A12', may: [...here.may, 'call' as const] };
    const answer = (more: object) => {
      give(server, { waiting: [{ ...waits, ...more }, late] });
      return { json: { ...plain(waits), ...more } };
    };
    server.routes.set(called, () => answer({ calls: server.requestsOf(called).length }));
    server.routes.set(skipped, () => answer({ calls: 3, isSkipped: true }));
    server.routes.set(back, () => answer({}));
    give(server, { waiting: [waits, late] });
    const { user } = showQueue(server);
    await toRow('Sana Khan');
    await user.keyboard('t');
    await screen.findByText('Called once');
    await user.keyboard('t');
    await screen.findByText('Called 2 times');
    await user.click(screen.getByRole('button', { name: 'Call Sana Khan' }));
    await screen.findByText('Called 3 times');
    expect(server.requestsOf(called).map(({ body }) => JSON.parse(body))).toEqual([
      { number: 1 },
      { number: 2 },
      { number: 3 },
    ]);
    await user.click(screen.getByRole('button', { name: 'Skip Sana Khan' }));
    await screen.findByText('Skipped');
    await user.click(screen.getByRole('button', { name: 'Back Sana Khan' }));
    await waitFor(() => expect(screen.queryByText('Skipped')).toBeNull());
    await user.keyboard('s');
    await screen.findByText('Skipped');
    // Nothing calls a person who has not come.
    await user.keyboard('jtja');
    expect([called, skipped, back].map((path) => server.requestsOf(path).length)).toEqual([3, 2, 1]);
  });

  it('c asks before it cancels, as the menu of the row does [P-8.18]', async () => {
    const { user } = showQueue(server);
    await toRow('Ravi Rao');
    await user.keyboard('c');
    const question = await screen.findByRole('dialog', { name: 'Cancel appointment' });
    expect(question).toHaveTextContent('Ravi Rao');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'More for Tara Pillai' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Tara Pillai'));
  });

  it('m opens the money and r another time, of the first where nobody has the focus [P-8.18]', async () => {
    const { user } = showQueue(server);
    await toRow('Ravi Rao');
    await user.keyboard('m');
    expect(await screen.findByRole('dialog', { name: /^(Record|Correct) payment/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('r');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('l pressed thrice is 45 minutes, however late the answers come [P-8.75]', async () => {
    const delay = `PUT /api/appointments/${late.id}/delay`;
    const answers: (() => void)[] = [];
    give(server, { waiting: [late] });
    server.routes.set(delay, async ({ body }) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      const { minutes } = JSON.parse(body) as { minutes: number };
      give(server, { waiting: [{ ...late, delay: minutes }] });
      return { json: { ...plain(late), delay: minutes } };
    });
    const { user } = showQueue(server);
    await toRow('Tara Pillai');
    await user.keyboard('ll');
    await waitFor(() => expect(answers).toHaveLength(1));
    const reads = server.requestsOf(route).length;
    answers[0]?.();
    await waitFor(() => expect(server.requestsOf(route).length).toBeGreaterThan(reads));
    await user.keyboard('l');
    for (const count of [1, 2]) {
      await waitFor(() => expect(answers).toHaveLength(count + 1));
      answers[count]?.();
    }
    expect(await screen.findByText('45 min late')).toBeVisible();
    const sent = server.requestsOf(delay).map(({ body }) => JSON.parse(body) as unknown);
    expect(sent).toEqual([{ minutes: 15 }, { minutes: 30 }, { minutes: 45 }]);
  });
});
