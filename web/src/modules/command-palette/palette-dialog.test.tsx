import { IconSettings } from '@tabler/icons-react';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildAppointment, buildPage, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import type { Actions } from '../../lib/actions.tsx';
import { PaletteDialog } from './palette-dialog.tsx';

const person = {
  id: '00000000-0000-4000-8000-0000000000aa',
  name: 'Meenakshi Iyer',
  email: 'meenakshi@example.in',
  contact: '+91 98450 12345',
  bookings: 3,
  lastVisit: null,
  nextVisit: null,
};
const booking = buildAppointment({
  personName: 'Meena Kumari',
  date: '2026-11-21',
  time: '14:30',
  doctor: 'Dr. Kavita Rao',
});
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/patients', () => ({ json: { items: [person], next: null } }));
  server.routes.set('GET /api/appointments', () => ({ json: buildPage([booking]) }));
});
afterEach(() => server.close());

async function show(actions: Partial<Actions> = {}) {
  const [onClose, onOpenPerson, goToSettings, goToRevenue] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const choices = [
    { id: 'settings', label: 'Settings', keys: 'g ,', icon: IconSettings, run: goToSettings },
    { id: 'revenue', label: 'Revenue', icon: IconSettings, run: goToRevenue },
  ];
  const groups = [{ name: 'Pages', choices }];
  const palette = (
    <PaletteDialog
      opened
      onClose={onClose}
      groups={groups}
      onOpenPerson={onOpenPerson}
      searchedFor="patients"
    />
  );
  const view = renderSignedIn(server, palette, actions);
  const field = await screen.findByRole('combobox', { name: 'Search and commands' });
  return { field, onClose, onOpenPerson, goToSettings, goToRevenue, ...view };
}

it('goes by the arrows and Enter, round both ends', async () => {
  const { user, field, goToSettings, goToRevenue, onClose } = await show();
  expect(field).toHaveFocus();
  const options = screen.getAllByRole('option');
  expect(field).toHaveAttribute('aria-activedescendant', options[0]?.id);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(field).toHaveAttribute('aria-activedescendant', options[1]?.id);
  expect(options[1]).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(goToRevenue).toHaveBeenCalledOnce());
  expect(goToSettings).not.toHaveBeenCalled();
});

it('finds people and bookings on the server, marks what was typed, and opens them [P-16.24]', async () => {
  const openDetails = vi.fn();
  const { user, onOpenPerson } = await show({ openDetails });
  await user.keyboard('meena');
  const people = within(await screen.findByRole('group', { name: 'Patients' }));
  expect(people.getByText('Meena', { selector: 'mark' })).toBeVisible();
  expect(people.getByText('+91 98450 12345 · 3 appointments')).toBeVisible();
  const bookings = within(await screen.findByRole('group', { name: 'Appointments' }));
  expect(bookings.getByText(/2:30 pm · Dr. Kavita Rao · Scheduled/)).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Pages' })).toBeNull();
  expect(await screen.findByText('2 results')).toBeInTheDocument();
  await user.click(people.getByRole('option'));
  await waitFor(() => expect(onOpenPerson).toHaveBeenCalledWith(person.id));
  await user.click(bookings.getByRole('option'));
  await waitFor(() => expect(openDetails).toHaveBeenCalledWith(booking.id));
  expect(server.requestsOf('GET /api/patients').map(({ query }) => query.get('search'))).toEqual(['meena']);
});

it('does not search people without the permission [P-16.24]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  server.routes.set('GET /api/appointments', () => ({ json: buildPage([booking]) }));
  const { user } = await show();
  await user.keyboard('meena');
  expect(await screen.findByRole('group', { name: 'Appointments' })).toBeVisible();
  expect(server.requestsOf('GET /api/patients')).toEqual([]);
});

it('says when nothing is found', async () => {
  server.routes.set('GET /api/patients', () => ({ json: { items: [], next: null } }));
  server.routes.set('GET /api/appointments', () => ({ json: buildPage([]) }));
  const { user } = await show();
  await user.keyboard('zzz');
  expect(await screen.findByText('Nothing found for “zzz”')).toBeVisible();
});

it('shows that the search failed, keeps the typed text, and tries again', async () => {
  server.routes.set(
    'GET /api/patients',
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user, field } = await show();
  await user.keyboard('meena');
  expect(await screen.findByText('Failed to search patients')).toBeVisible();
  expect(field).toHaveValue('meena');
  server.routes.set('GET /api/patients', () => ({ json: { items: [person], next: null } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('group', { name: 'Patients' })).toBeVisible();
});
