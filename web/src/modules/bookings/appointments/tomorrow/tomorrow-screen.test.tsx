import type { RemindedBooking, Tomorrow } from '@samay/contract/bookings/tomorrow';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAppointment } from '../../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { useShortcutKeys } from '../../../../lib/shortcuts.ts';
import { TomorrowScreen } from './tomorrow-screen.tsx';

const date = addDays(indiaDate(new Date()), 1);
const reminder = { number: '919820011223', language: 'en', text: 'A reminder' } as const;
const opened = {
  id: '00000000-0000-4000-8000-0000000000f1',
  kind: 'reminder',
  at: new Date().toISOString(),
  by: 'Asha',
  mayUndo: true,
} as const;
const of = (about: Partial<RemindedBooking>): RemindedBooking => ({
  ...buildAppointment({ date, may: ['markArrived', 'cancel'] }),
  reminder,
  reminded: null,
  ...about,
});
const suresh = of({ personName: 'Suresh Bose', personContact: '98200 11223', time: '09:00' });
const meena = of({
  id: '00000000-0000-4000-8000-000000000a02',
  personName: 'Meena Rao',
  personContact: null,
  reminder: null,
  time: '10:00',
});
let server: ClinicServer;
let rows: RemindedBooking[];
let links: string[];

beforeEach(async () => {
  server = await startClinicServer();
  rows = [suresh, meena];
  links = [];
  server.routes.set('GET /api/tomorrow', () => ({
    json: { date, rows, count: rows.length } satisfies Tomorrow,
  }));
  document.addEventListener('click', stay);
});
afterEach(async () => {
  document.removeEventListener('click', stay);
  await server.close();
});

/** Notes a link that is followed: those of another origin open nothing here. */
function stay(event: Event): void {
  const link = event.target instanceof HTMLElement ? event.target.closest('a') : null;
  if (!link) return;
  links.push(link.href);
  event.preventDefault();
}

/** Answers as the server does. */
function keepReminders(): void {
  const path = `/api/appointments/${suresh.id}/whatsapp-messages`;
  server.routes.set(`POST ${path}`, () => {
    rows = [{ ...suresh, reminded: opened }, meena];
    return { status: 201, json: { link: 'https://wa.me/919820011223?text=x', whatsAppMessage: opened } };
  });
  server.routes.set(`DELETE ${path}/${opened.id}`, () => {
    rows = [suresh, meena];
    return { status: 204, json: undefined };
  });
}

const people = () => screen.findByRole('list', { name: 'Expected people' });
const show = () =>
  renderSignedIn(
    server,
    <>
      <Keys />
      <TomorrowScreen />
    </>,
  );

function Keys() {
  useShortcutKeys();
  return null;
}

it("lists tomorrow's people with who has no number, and opens a reminder by one press that can be undone [P-12.47, P-12.48]", async () => {
  keepReminders();
  const { user } = show();
  expect(await screen.findByRole('heading', { name: 'Tomorrow' })).toBeVisible();
  const [first, second] = within(await people()).getAllByRole('listitem');
  expect(first).toHaveTextContent('9:00 am');
  expect(second).toHaveTextContent('No number');
  expect(within(second as HTMLElement).queryByRole('link', { name: /Remind/ })).toBeNull();
  expect(screen.getByText('2 expected, 2 not reached, 1 not on WhatsApp')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Remind Suresh Bose on WhatsApp' }));
  expect(new URL(links[0] ?? '').searchParams.get('text')).toBe('A reminder');
  expect(await screen.findByText(/^Opened by Asha/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo the reminder of Suresh Bose' }));
  await waitFor(() => expect(screen.queryByText(/^Opened by Asha/)).toBeNull());
});

it('notes who comes, and takes it back [P-12.49]', async () => {
  const path = `/api/appointments/${suresh.id}/coming`;
  const { reminder: _, reminded: _none, ...plain } = suresh;
  server.routes.set(`PUT ${path}`, () => {
    rows = [{ ...suresh, comingAt: new Date().toISOString() }, meena];
    return { json: { ...plain, comingAt: new Date().toISOString() } };
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Suresh Bose is coming' }));
  expect(await screen.findByRole('button', { name: 'Take back that Suresh Bose comes' })).toBeVisible();
  expect(screen.getByText(/1 coming/)).toBeVisible();
});

it('asks before a booking of who cannot come is cancelled [P-12.49]', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Suresh Bose cannot come' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Suresh Bose');
});

it('is worked by keys alone: w reminds and goes on, a notes who comes, c cancels [P-12.51]', async () => {
  keepReminders();
  const { user } = show();
  await people();
  await user.keyboard('j');
  await user.keyboard('w');
  expect(links).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Meena Rao'));
  await user.keyboard('c');
  expect(await screen.findByRole('dialog')).toHaveTextContent('Meena Rao');
});

it('says how Samay reminded each by itself and who wants no notices, and w leads to who was not reached [P-12.196]', async () => {
  const at = new Date().toISOString();
  const person = (number: number, personName: string, about: Partial<RemindedBooking>) =>
    of({ id: `00000000-0000-4000-8000-00000000b00${number}`, personName, time: `1${number}:00`, ...about });
  const delivered = { channel: 'sms', state: 'delivered', reason: null, at } as const;
  const failed = { channel: 'whatsapp', state: 'failed', reason: 'the number is not known', at } as const;
  rows = [
    person(1, 'Asha Patil', { notice: delivered }),
    person(2, 'Ravi Rao', { notice: failed }),
    person(3, 'Nita Shah', { notice: failed, isOptedOut: true }),
    person(4, 'Omar Khan', { comingAt: at }),
    person(5, 'Lata Iyer', { notice: { ...delivered, channel: 'mail', state: 'queued' } }),
    suresh,
  ];
  server.routes.set(`POST /api/appointments/${rows[1]?.id}/whatsapp-messages`, () => ({
    status: 201,
    json: { link: 'https://wa.me/919820011223?text=x', whatsAppMessage: opened },
  }));
  const { user } = show();
  const shown = within(await people()).getAllByRole('listitem');
  const texts = [
    'SMS delivered',
    'WhatsApp not sent: the number is not known',
    'Wants no more notices',
    'Coming',
    'Email being sent',
  ];
  for (const [index, text] of texts.entries()) expect(shown[index]).toHaveTextContent(text);
  expect(shown[2]).not.toHaveTextContent('not sent');
  expect(screen.getByText('6 expected, 1 coming, 1 reminded, 2 not reached')).toBeVisible();
  await user.keyboard('w');
  expect(links).toEqual([]);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Ravi Rao'));
  await user.keyboard('w');
  expect(links).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Suresh Bose'));
});

it('says that nobody is expected', async () => {
  rows = [];
  show();
  expect(await screen.findByText(/^Nobody is expected on /)).toBeVisible();
});

it('says what failed, and tries again', async () => {
  server.routes.set('GET /api/tomorrow', answerError(409, 'tenant.suspended', 'It did not load.'));
  show();
  expect(await screen.findByText('It did not load.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
