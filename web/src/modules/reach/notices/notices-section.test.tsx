import type { NoticeSettings } from '@samay/contract/reach/notices';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { BookingNotices } from './booking-notices.tsx';
import { NoticesSection } from './notices-section.tsx';

const path = '/api/notice-settings';
const none: NoticeSettings = {
  remindersOn: true,
  leads: [1440],
  isAvailable: true,
  mailsOn: true,
  language: 'en',
  sent: 0,
  failed: 0,
  latest: [],
  may: { change: true },
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});
const answer = (about: Partial<NoticeSettings>) =>
  server.routes.set(`GET ${path}`, () => ({ json: { ...none, ...about } }));

it('chooses when people are reminded, keeps one, and goes back when the server says no [P-12.61]', async () => {
  answer({});
  server.routes.set(`PUT ${path}/reminders`, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <NoticesSection />);
  const day = await screen.findByRole('checkbox', { name: '1 day before' });
  expect(day).toBeChecked();
  expect(day).toBeDisabled();
  const hours = screen.getByRole('checkbox', { name: '2 hours before' });
  await user.click(hours);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(hours).not.toBeChecked();
  server.routes.set(`PUT ${path}/reminders`, ({ body }) => {
    const { isOn, leads } = JSON.parse(body);
    return { json: { ...none, remindersOn: isOn, leads } };
  });
  await user.click(hours);
  await waitFor(() => expect(hours).toBeChecked());
  await user.click(screen.getByRole('checkbox', { name: '3 days before' }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: '7 days before' })).toBeDisabled());
  await user.click(screen.getByRole('switch', { name: 'Remind patients of their appointments by email' }));
  expect(await screen.findByText('Reminders are off')).toBeVisible();
});

it('shows the text in each language, and what became of the latest [P-12.61]', async () => {
  const at = '2026-11-21T04:30:00.000Z';
  const notice = { lead: 1440, language: 'en', startsAt: '2026-11-22T04:30:00.000Z', at } as const;
  const id = '00000000-0000-4000-8000-000000000001';
  answer({
    sent: 1,
    failed: 1,
    latest: [
      { ...notice, id, appointmentId: id, state: 'sent', reason: null },
      {
        ...notice,
        id: '00000000-0000-4000-8000-000000000002',
        appointmentId: id,
        state: 'failed',
        reason: 'it could not leave in time',
      },
    ],
  });
  const { user } = renderSignedIn(server, <NoticesSection />);
  const preview = await screen.findByRole('group', { name: 'Preview' });
  expect(preview).toHaveTextContent('This is a reminder of your appointment at');
  await user.click(screen.getByRole('combobox', { name: 'Text, for people of the language' }));
  await user.click(await screen.findByRole('option', { name: 'తెలుగు' }));
  expect(preview).toHaveTextContent('నమస్కారం Asha Kulkarni');
  const list = within(screen.getByRole('list', { name: 'The latest reminders' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/, sent$/),
    expect.stringMatching(/, not sent: it could not leave in time$/),
  ]);
});

it('says why nothing leaves, in the words of a turf [P-12.61]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  answer({ mailsOn: false });
  const { unmount } = renderSignedIn(server, <NoticesSection />);
  expect(await screen.findByText(/^Nothing is sent until you turn on “Email to customers”/)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/patient|doctor|appointment/i);
  unmount();
  answer({ isAvailable: false });
  renderSignedIn(server, <NoticesSection />);
  expect(await screen.findByText(/^This server is not set up to send email yet/)).toBeVisible();
});

it('stands in the details of a booking: what is due, what became of it, who wants no more [P-12.61]', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const [at, due] = ['2026-11-21T04:30:00.000Z', '2026-11-22T04:30:00.000Z'];
  const notice = { id, lead: 1440, language: 'en', startsAt: due, at, state: 'sent', reason: null };
  const json: object = { notices: [notice], due: [due], optedOutAt: at };
  server.routes.set(`GET /api/appointments/${id}/notices`, () => ({ json }));
  renderSignedIn(server, <BookingNotices id={id} />);
  const part = await screen.findByRole('region', { name: 'Reminders' });
  expect(part).toHaveTextContent(/Wants no more since/);
  expect(
    within(part)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([expect.stringMatching(/: leaves by email$/), expect.stringMatching(/, sent$/)]);
});
