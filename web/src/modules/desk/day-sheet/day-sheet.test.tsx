import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDaySheet, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { DaySheetKeeper } from './day-sheet-keeper.tsx';
import { DaySheetSection } from './day-sheet-section.tsx';
import { PrintDayButton } from './print-day-button.tsx';

const user = buildSession().user.id;
const rao = { resourceId: '00000000-0000-4000-8000-0000000000d1', resourceName: 'Dr. Rao' };
const iyer = { resourceId: '00000000-0000-4000-8000-0000000000d2', resourceName: 'Dr. Iyer' };
const booked = (doctor: typeof rao) => ({ ...doctor, doctor: doctor.resourceName });
let server: ClinicServer;
let rows: { personName: string }[];
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T05:12:00Z'), toFake: ['Date'] });
  rows = [{ personName: 'Meenakshi Iyer' }];
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  server.routes.set('GET /api/day-sheet', ({ query }) => ({
    json: buildDaySheet({ date: query.get('date') ?? '' }, rows),
  }));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await server.close();
});

it('stores the day sheet while the user has turned it on, as of the shown data, and deletes it when they turn it off [P-16.30]', async () => {
  const { user: hands, client } = renderSignedIn(server, <Both />);
  const toggle = await screen.findByRole('switch', { name: 'Keep today’s list on this device' });
  expect(server.requestsOf('GET /api/day-sheet')).toHaveLength(0);
  await hands.click(toggle);
  expect(await screen.findByText('Kept as of 10:42 am.')).toBeVisible();
  expect(kept()).toContain('Meenakshi Iyer');

  rows = [{ personName: 'Ravi Deshmukh' }];
  await client.invalidateQueries({ queryKey: ['appointments'] });
  await waitFor(() => expect(kept()).toContain('Ravi Deshmukh'));
  expect(kept()).not.toContain('Meenakshi');
  await hands.click(toggle);
  expect(kept()).toBeNull();
});

it('replaces yesterday’s day sheet at midnight [P-16.32]', async () => {
  localStorage.setItem('samay-day-sheet-for', user);
  renderSignedIn(server, <DaySheetKeeper />);
  await waitFor(() => expect(kept()).toContain('2026-11-21'));
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.routes.set(
    'GET /api/day-sheet',
    async () => (await held, { json: buildDaySheet({ date: '2026-11-22' }) }),
  );
  vi.setSystemTime(new Date('2026-11-21T18:30:00Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(kept()).toBeNull());
  answer();
  await waitFor(() => expect(kept()).toContain('2026-11-22'));
});

it('stores nothing for another user’s setting, and removes a stored sheet', async () => {
  localStorage.setItem('samay-day-sheet-for', 'somebody else');
  localStorage.setItem('samay-day-sheet', JSON.stringify({ sheet: buildDaySheet({ date: '2026-11-21' }) }));
  renderSignedIn(server, <DaySheetKeeper />);
  await waitFor(() => expect(kept()).toBeNull());
  expect(server.requestsOf('GET /api/day-sheet')).toHaveLength(0);
});

it('prints the whole day, and shows an error if it cannot be loaded [P-16.33]', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user: hands } = renderSignedIn(server, <PrintDayButton date="2026-11-21" />);
  await hands.click(await screen.findByRole('button', { name: 'Print today' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const sheet = document.querySelector('article');
  expect(sheet).toHaveTextContent('City Care Clinic');
  expect(sheet).toHaveTextContent('Appointments of Saturday, 21 Nov 2026');
  expect(sheet).toHaveTextContent('1 appointment. As of 21 Nov 2026, 10:42 am.');
  expect(sheet).toHaveTextContent('2:30 pm – 3:00 pmMeenakshi Iyer+91 98450 12345Dr. Kavita RaoScheduled');
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('article')).toBeNull());

  server.routes.set(
    'GET /api/day-sheet',
    answerError(500, 'server.fault', 'Something went wrong on our side.'),
  );
  await hands.click(screen.getByRole('button', { name: 'Print today' }));
  expect(await screen.findByText('Failed to load appointments')).toBeVisible();
  expect(print).toHaveBeenCalledOnce();
});

it('prints each doctor’s list on a page of its own, with ages and what is due [P-7.36, P-8.48]', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  server.routes.set('GET /api/day-sheet', () => ({
    json: buildDaySheet({ date: '2026-11-23' }, [
      { personName: 'Ravi Deshmukh', ...booked(rao), due: 500_00 },
      { personName: 'Sunita Patil', ...booked(iyer), due: null, about: '34 F' },
      { personName: 'Asha Kulkarni', ...booked(rao), due: 0 },
    ]),
  }));
  const { user: hands } = renderSignedIn(server, <PrintDayButton date="2026-11-23" />);
  await hands.click(await screen.findByRole('button', { name: 'Print day' }));
  await waitFor(() => expect(document.querySelectorAll('section[data-page]')).toHaveLength(2));
  const [ofIyer, ofRao] = document.querySelectorAll('section[data-page]');
  expect(ofIyer).toHaveTextContent('Appointments of Monday, 23 Nov 2026: Dr. Iyer');
  expect(ofIyer).toHaveTextContent('1 appointment.');
  expect(ofIyer).toHaveTextContent('Sunita Patil, 34 F');
  expect(ofIyer).not.toHaveTextContent('Due');
  expect(ofRao).toHaveTextContent('Due');
  expect(ofRao).toHaveTextContent('Scheduled₹500');
  expect(ofRao).not.toHaveTextContent('Sunita');
  expect(kept()).toBeNull();
});

it('prints the bookings of a renamed doctor on one page, and those of none on the last [P-8.66]', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  server.routes.set('GET /api/day-sheet', () => ({
    json: buildDaySheet({ date: '2026-11-23' }, [
      { personName: 'Asha Kulkarni', doctor: 'Dr. Visiting', resourceId: null, resourceName: null },
      { personName: 'Ravi Deshmukh', ...booked(rao), doctor: 'Dr. K. Rao' },
      { personName: 'Sunita Patil', ...booked(rao) },
      { personName: 'Om Prabhu', ...booked(iyer) },
    ]),
  }));
  const { user: hands } = renderSignedIn(server, <PrintDayButton date="2026-11-23" />);
  await hands.click(await screen.findByRole('button', { name: 'Print day' }));
  await waitFor(() => expect(document.querySelectorAll('section[data-page]')).toHaveLength(3));
  const pages = [...document.querySelectorAll('section[data-page]')];
  expect(pages.map((page) => page.querySelector('h2')?.textContent)).toEqual(
    ['Dr. Iyer', 'Dr. Rao', 'No doctor yet'].map((name) => `Appointments of Monday, 23 Nov 2026: ${name}`),
  );
  expect(pages[1]).toHaveTextContent(/2 appointments.*Ravi Deshmukh.*Sunita Patil/);
  expect(pages[2]).toHaveTextContent('Dr. Visiting');
});

it('keeps no dues and ages on the device [P-7.36, P-8.48]', async () => {
  localStorage.setItem('samay-day-sheet-for', user);
  server.routes.set('GET /api/day-sheet', () => ({
    json: buildDaySheet({ date: '2026-11-21' }, [{ due: 500_00, about: '34 F' }]),
  }));
  renderSignedIn(server, <DaySheetKeeper />);
  await waitFor(() => expect(kept()).toContain('2026-11-21'));
  expect(kept()).not.toMatch(/due|34 F/);
});

it('prints a turf’s courts from the second one on [P-6.66]', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  const named = (resourceName: string) => ({ personName: 'Ravi Deshmukh', resourceName });
  let courts = ['Half A', 'Half B'];
  server.routes.set('GET /api/day-sheet', () => ({
    json: buildDaySheet({ date: '2026-11-21' }, courts.map(named)),
  }));
  const { user: hands } = renderSignedIn(server, <PrintDayButton date="2026-11-21" />);
  await hands.click(await screen.findByRole('button', { name: 'Print today' }));
  await waitFor(() => expect(document.querySelector('article')).toHaveTextContent('Court'));
  expect(document.querySelector('article')).toHaveTextContent('Half B');
  dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('article')).toBeNull());
  courts = ['Half A'];
  await hands.click(screen.getByRole('button', { name: 'Print today' }));
  await waitFor(() => expect(document.querySelector('article')).not.toBeNull());
  expect(document.querySelector('article')).not.toHaveTextContent(/Court|Half A/);
});

function Both() {
  return (
    <>
      <DaySheetSection />
      <DaySheetKeeper />
    </>
  );
}

function kept(): string | null {
  return localStorage.getItem('samay-day-sheet');
}
