import { addDays, formatTime, indiaDate, now } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildResource, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { FreeNextCard } from './free-next-card.tsx';

const [one, two] = ['d1', 'd2'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [string, string];
let server: ClinicServer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T14:35:00+05:30') });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

async function show(
  session = buildSession(),
  days: Record<string, { date: string; times: string[] }[]> = {},
  names = ['Dr. Rao', 'Dr. Iyer'],
) {
  server = await startClinicServer(session);
  const items = [one, two].flatMap((id, index) =>
    names[index] === undefined ? [] : [buildResource(id, names[index])],
  );
  server.routes.set('GET /api/resources', () => ({ json: { items } }));
  server.routes.set('GET /api/slots', () => ({
    json: { resources: items.map(({ id }) => ({ resourceId: id, days: days[id] ?? [] })) },
  }));
  const openNewAppointment = vi.fn();
  return { openNewAppointment, ...renderSignedIn(server, <FreeNextCard />, { openNewAppointment }) };
}

it('says what is free next for each doctor, with one request, and opens the form with it [P-6.53]', async () => {
  const today = indiaDate(now());
  const { user, openNewAppointment } = await show(buildSession(), {
    [one]: [{ date: today, times: ['14:00', '14:30', '15:00', '15:30'] }],
    [two]: [{ date: addDays(today, 1), times: ['09:00'] }],
  });
  const card = within(await screen.findByRole('region', { name: 'Free next' }));
  // Starts that are over are not free.
  expect(
    await card.findByRole('button', { name: /^Dr. Rao\s*Today, 3:00 pm\s*2 free today$/ }),
  ).toBeVisible();
  expect(server.requestsOf('GET /api/slots')).toHaveLength(1);
  await user.click(card.getByRole('button', { name: /^Dr. Iyer\s*Tomorrow, 9:00 am\s*Nothing free today$/ }));
  expect(openNewAppointment).toHaveBeenCalledExactlyOnceWith({
    resourceId: two,
    date: addDays(today, 1),
    time: '09:00',
  });
  expect(screen.queryByText(/tonight/)).toBeNull();
});

it('says so where nothing is free', async () => {
  await show();
  expect(await screen.findAllByText('Nothing free this week')).toHaveLength(2);
});

it("says a turf's free hours of tonight, those after midnight included [P-6.53]", async () => {
  const today = indiaDate(now());
  const tomorrow = addDays(today, 1);
  const free = [
    { date: today, times: ['16:00', '18:00', '20:00', '21:00'] },
    { date: tomorrow, times: ['00:00', '01:00', '18:00'] },
  ];
  const { user, openNewAppointment } = await show(buildSession({ businessType: 'turf' }), { [one]: free }, [
    'Green Turf',
  ]);
  // 22 November 2026 is a Sunday.
  const business = [{ weekday: 7, opens: '06:00', closes: '01:00' }];
  server.routes.set('GET /api/hours', () => ({ json: { business, ofResources: [], exceptions: [] } }));
  const tonight = within(await screen.findByRole('group', { name: 'Free tonight' }));
  expect(tonight.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['6', '8', '9', '12']);
  await user.click(tonight.getByRole('button', { name: formatTime('00:00') }));
  expect(openNewAppointment).toHaveBeenCalledExactlyOnceWith({
    resourceId: one,
    date: tomorrow,
    time: '00:00',
  });
});

it('is absent where there is nothing to book, or nobody may', async () => {
  const session = buildSession();
  await show({ ...session, tenant: { ...session.tenant!, suspended: true } });
  await waitFor(() => expect(server.requestsOf('GET /api/session')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Free next' })).toBeNull();
  expect(server.requestsOf('GET /api/slots')).toHaveLength(0);
});
