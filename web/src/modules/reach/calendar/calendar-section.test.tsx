import type { CalendarConnection } from '@samay/contract/reach/calendar';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCalendarConnection, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { CalendarSection } from './calendar-section.tsx';

const route = 'GET /api/calendar-connection';
const none = 'No Google Calendar integration found. Please connect your Google Calendar in Settings.';
const noId = 'Failed to fetch calendar ID. Please check your Google Calendar integration in Settings.';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('embeds the connected calendar in India’s time, with a spinner until it is loaded and a link to the calendar [P-12.11]', async () => {
  show({
    isConnected: true,
    calendarId: 'owner@citycare.example',
    embedUrl: 'https://calendar.google.com/calendar/embed?src=owner%40citycare.example&ctz=Asia/Kolkata',
    openUrl: 'https://calendar.google.com/calendar/r?cid=owner%40citycare.example',
  });
  const frame = await screen.findByTitle('Google Calendar');
  const address = new URL(frame.getAttribute('src') ?? '');
  expect([address.origin, address.pathname]).toEqual(['https://calendar.google.com', '/calendar/embed']);
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    src: 'owner@citycare.example',
    ctz: 'Asia/Kolkata',
  });
  expect(frame).toHaveAttribute('loading', 'lazy');
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation');
  expect(screen.getByRole('link', { name: 'Open in Google Calendar' })).toHaveAttribute(
    'href',
    'https://calendar.google.com/calendar/r?cid=owner%40citycare.example',
  );
  expect(screen.getByText(/^owner@citycare\.example, as Google shows it\. Empty or blocked\?/)).toBeVisible();
  expect(frame.parentElement).toHaveAttribute('aria-busy', 'true');
  fireEvent.load(frame);
  expect(frame.parentElement).toHaveAttribute('aria-busy', 'false');
});

it.each<[string, Partial<CalendarConnection>, string, string | undefined, boolean]>([
  ['is none, for who may connect one', {}, none, undefined, true],
  ['is none, for who may not', { may: { connect: false } }, none, 'Ask the owner to connect it.', false],
  [
    'can be none on this server',
    { isAvailable: false, may: { connect: false } },
    none,
    'Google Calendar is not set up on this server.',
    false,
  ],
  ['has no id', { isConnected: true }, noId, undefined, true],
  [
    'is one that Google no longer lets us use',
    { needsReconnect: true },
    'Google Calendar has to be connected again.',
    undefined,
    true,
  ],
])('shows what to do if there %s [P-12.11]', async (_what, about, sentence, hint, hasButton) => {
  show(about);
  expect(await screen.findByText(sentence)).toBeVisible();
  if (hint !== undefined) expect(screen.getByText(hint)).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Go to Settings' })).toHaveLength(hasButton ? 1 : 0);
  expect(screen.queryByTitle('Google Calendar')).toBeNull();
});

it('says what failed, and shows it at the second try [P-12.11]', async () => {
  server.routes.set(route, () => 'drop');
  const { user } = renderSignedIn(server, <CalendarSection toSettings={null} />);
  expect(await screen.findByText(noId)).toBeVisible();
  answer({});
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(none)).toBeVisible();
});

function show(about: Partial<CalendarConnection>): void {
  answer(about);
  renderSignedIn(server, <CalendarSection toSettings={<a href="/dashboard/settings">Go to Settings</a>} />);
}

function answer(about: Partial<CalendarConnection>): void {
  server.routes.set(route, () => ({ json: buildCalendarConnection(about) }));
}

it('shows that it has nothing for users without a business [P-12.11]', async () => {
  await server.close();
  server = await startClinicServer({ ...buildSession(), tenant: null });
  show({ isConnected: true });
  expect(await screen.findByText('No tenant information available')).toBeVisible();
  expect(server.requestsOf(route)).toHaveLength(0);
});
