import { indiaDate, now } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildResource, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { HoursScreen } from './hours-screen.tsx';

const id = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
const rao = buildResource(id('a'), 'Dr. Rao', { isOwn: true });
const iyer = buildResource(id('b'), 'Dr. Iyer');
const business = [{ weekday: 1, opens: '09:00', closes: '18:00' }];
const today = indiaDate(now());
const lastDay = `${today.slice(0, 4)}-12-31`;
const meenakshi = {
  id: id('e'),
  personName: 'Meenakshi Iyer',
  date: lastDay,
  time: '10:00',
  resourceName: 'Dr. Rao',
};
const closure = {
  id: id('c'),
  kind: 'closure',
  resourceId: null,
  from: { date: lastDay, time: '09:00' },
  to: { date: lastDay, time: '12:00' },
  reason: 'Stock-taking',
  createdAt: '2026-11-01T00:00:00.000Z',
};

let server: ClinicServer;
beforeEach(async () => {
  await begin('BUSINESS_OWNER');
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('saves the weekly hours once they are right [P-6.17]', async () => {
  answerHours([]);
  const { user } = renderSignedIn(server, <HoursScreen />);
  const form = within(await screen.findByRole('form', { name: 'Opening hours' }));
  expect(form.getByRole('button', { name: 'Save hours' })).toBeDisabled();
  await user.click(form.getByRole('button', { name: 'Add hours on Monday' }));
  await user.click(form.getByRole('button', { name: 'Save hours' }));
  expect(await form.findByText('Please enter both times')).toBeVisible();
  expect(server.requestsOf('PUT /api/hours/business')).toEqual([]);
  await user.click(form.getByRole('button', { name: 'Remove hours of Monday 2' }));
  await user.click(form.getByRole('button', { name: 'Copy Monday to every day' }));
  await user.click(form.getByRole('button', { name: 'Save hours' }));
  expect(await screen.findByText('Opening hours saved')).toBeVisible();
  const sent = JSON.parse(server.requestsOf('PUT /api/hours/business')[0]?.body ?? '') as { hours: unknown };
  expect(sent.hours).toEqual([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...business[0], weekday })));
  expect(form.getByRole('button', { name: 'Save hours' })).toBeDisabled();
});

it('lists the bookings that cut hours leave outside, each with its details [P-6.91]', async () => {
  answerHours([meenakshi]);
  const openDetails = vi.fn();
  const { user } = renderSignedIn(server, <HoursScreen />, { openDetails });
  const form = within(await screen.findByRole('form', { name: 'Opening hours' }));
  await user.click(form.getByRole('button', { name: 'Copy Monday to every day' }));
  await user.click(form.getByRole('button', { name: 'Save hours' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'The hours are saved' }));
  expect(
    dialog.getByText(/^1 appointment is outside them now, and stays until you move or cancel it/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: /^View Meenakshi Iyer/ }));
  expect(openDetails).toHaveBeenCalledExactlyOnceWith(meenakshi.id);
});

it('adds a closure on the day that was clicked, and opens the decisions about its bookings [P-6.19, P-6.91]', async () => {
  server.routes.set('POST /api/hours/exceptions', ({ body }) => ({
    status: 201,
    json: {
      exception: { ...closure, ...JSON.parse(body) },
      affected: [meenakshi],
    },
  }));
  const openClosing = vi.fn();
  const { user } = renderSignedIn(server, <HoursScreen />, { openClosing });
  await user.click(
    await screen.findByRole('button', {
      name: new RegExp(`31 Dec ${today.slice(0, 4)}, closed in part, Stock-taking`),
    }),
  );
  const form = within(await screen.findByRole('form', { name: 'Closure or extra hours' }));
  await user.type(form.getByLabelText(/^Reason/), 'Year’s end');
  await user.click(form.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(openClosing).toHaveBeenCalledOnce());
  expect(openClosing.mock.calls).toMatchObject([[{ closure: { id: closure.id, kind: 'closure' } }]]);
  expect(
    JSON.parse(
      Buffer.from(server.requestsOf('POST /api/hours/exceptions')[0]?.body ?? '', 'latin1').toString(),
    ),
  ).toEqual({
    kind: 'closure',
    resourceId: null,
    from: { date: lastDay, time: '00:00' },
    to: { date: `${Number(today.slice(0, 4)) + 1}-01-01`, time: '00:00' },
    reason: 'Year’s end',
  });
});

it('goes from day to day by the arrow keys', async () => {
  const { user } = renderSignedIn(server, <HoursScreen />);
  await screen.findByRole('list', { name: 'Colours of the calendar' });
  document.querySelector<HTMLElement>(`[data-date="${today}"]`)?.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}{End}');
  expect(document.activeElement).toHaveAttribute('data-date', expect.stringMatching(/-(30|31|28|29)$/));
  expect(document.querySelectorAll('[data-date][tabindex="0"]')).toHaveLength(1);
});

it('removes a closure, and Undo adds it again [P-6.19]', async () => {
  server.routes.set(`DELETE /api/hours/exceptions/${closure.id}`, () => ({ json: null }));
  server.routes.set('POST /api/hours/exceptions', () => ({
    status: 201,
    json: { exception: closure, affected: [] },
  }));
  const { user } = renderSignedIn(server, <HoursScreen />);
  await user.click(await screen.findByRole('button', { name: /^Remove .*Stock-taking$/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.requestsOf('POST /api/hours/exceptions')).toHaveLength(1));
  expect(JSON.parse(server.requestsOf('POST /api/hours/exceptions')[0]?.body ?? '')).toMatchObject({
    reason: 'Stock-taking',
    resourceId: null,
  });
});

it('lets a doctor change their own hours and closures only [P-6.20]', async () => {
  await server.close();
  await begin('DOCTOR');
  const { user } = renderSignedIn(server, <HoursScreen />);
  expect(await screen.findByText('Dr. Rao')).toBeVisible();
  expect(screen.queryByText('Dr. Iyer')).toBeNull();
  expect(screen.queryByRole('form', { name: 'Opening hours' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add closure' }));
  const form = within(await screen.findByRole('form', { name: 'Closure or extra hours' }));
  server.routes.set('POST /api/hours/exceptions', () => ({
    status: 201,
    json: { exception: closure, affected: [] },
  }));
  await user.type(form.getByLabelText(/^Reason/), 'Leave{Enter}');
  await waitFor(() => expect(server.requestsOf('POST /api/hours/exceptions')).toHaveLength(1));
  expect(JSON.parse(server.requestsOf('POST /api/hours/exceptions')[0]?.body ?? '')).toMatchObject({
    resourceId: rao.id,
  });
});

it('closes a half of a ground, and names it in the list [P-6.18]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  const half = { id: 'half', name: 'Half A', archivedAt: null };
  const gone = { id: 'gone', name: 'Half C', archivedAt: '2026-01-01T00:00:00.000Z' };
  const ground = buildResource('ground', 'Ground 1', { parts: [half, gone] });
  server.routes.set('GET /api/resources', () => ({
    json: { items: [ground, buildResource('nets', 'Nets')] },
  }));
  server.routes.set('GET /api/hours', () => ({
    json: { business, ofResources: [], exceptions: [{ ...closure, resourceId: 'half' }] },
  }));
  const { user } = renderSignedIn(server, <HoursScreen />);
  expect(await screen.findByText(`Half A (Ground 1) · ${closure.reason}`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add closure' }));
  await user.click(await screen.findByRole('combobox', { name: 'For' }));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['Whole business', 'Ground 1', 'Half A (Ground 1)', 'Nets']);
});

/** Lets the server save weekly hours that leave these bookings outside. */
function answerHours(affected: readonly (typeof meenakshi)[]): void {
  server.routes.set('PUT /api/hours/business', ({ body }) => ({
    json: { ...(JSON.parse(body) as object), affected },
  }));
}

async function begin(role: 'BUSINESS_OWNER' | 'DOCTOR'): Promise<void> {
  server = await startClinicServer(buildSession({ role }));
  server.routes.set('GET /api/resources', () => ({ json: { items: [rao, iyer] } }));
  server.routes.set('GET /api/hours', () => ({ json: { business, ofResources: [], exceptions: [closure] } }));
}
