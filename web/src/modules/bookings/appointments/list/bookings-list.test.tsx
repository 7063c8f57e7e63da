import { act, screen, waitFor, within } from '@testing-library/react';
import type { Appointment } from '@samay/contract/bookings/appointments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildPage,
  buildResource,
  buildSession,
  buildUsage,
} from '../../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { AppointmentsScreen } from './appointments-screen.tsx';

const list = 'GET /api/appointments';
const pageSize = 2;
const getId = (end: string) => `00000000-0000-4000-8000-${end.padStart(12, '0')}`;
let server: ClinicServer;
let rows: Appointment[];

beforeEach(async () => {
  server = await startClinicServer();
  rows = Array.from({ length: 14 }, (_, at) => buildAppointment({ personName: `Person ${at}` }));
  server.routes.set(list, ({ query }) => ({ json: pageAt(query.get('cursor')) }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

it('names the halves of a turf’s grounds with them, though all halves are called alike [P-6.45]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  const half = (id: string) => ({ id, name: 'Half A', archivedAt: null });
  const items = ['1', '2'].map((ground) =>
    buildResource(getId(ground), `Ground ${ground}`, { kind: 'court', parts: [half(getId(`${ground}1`))] }),
  );
  server.routes.set('GET /api/resources', () => ({ json: { items } }));
  const booked = ['11', '21'].map((end) =>
    buildAppointment({ doctor: null, resourceId: getId(end), resourceName: 'Half A' }),
  );
  server.routes.set(list, () => ({ json: buildPage(booked) }));
  show();
  const rowsShown = within(await screen.findByRole('table'));
  expect(await rowsShown.findByText('Half A (Ground 1)')).toBeVisible();
  expect(rowsShown.getByText('Half A (Ground 2)')).toBeVisible();
});

it('reads a booking while its menu opens, so that the form of a move opens immediately', async () => {
  const [booking = buildAppointment()] = rows;
  const one = `GET /api/appointments/${booking.id}`;
  server.routes.set(one, () => ({ json: booking }));
  const { user, client } = show();
  // Sets the stale time that the application uses.
  client.setQueryDefaults(['appointments', 'one'], { staleTime: 10_000 });
  await user.click(await screen.findByRole('button', { name: `More for ${booking.personName}` }));
  await waitFor(() => expect(server.requestsOf(one)).toHaveLength(1));
  await user.click(await screen.findByRole('menuitem', { name: 'Reschedule' }));
  expect(await screen.findByRole('form', { name: 'Reschedule appointment' })).toBeVisible();
  expect(server.requestsOf(one)).toHaveLength(1);
});

describe('a long list', () => {
  it('keeps four pages, drops the first on the way down, and loads it again', async () => {
    const { user } = show();
    await loadPages(user, 5);
    expect(names()).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((at) => `Person ${at}`));
    await user.click(screen.getByRole('button', { name: 'Show later days' }));
    await waitFor(() => expect(names()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `Person ${at}`)));
    expect(screen.queryByRole('button', { name: 'Show later days' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Load more' })).toBeVisible();
  });

  it('needs four calls for a live update at any scroll position, and removes hidden or cancelled rows [P-5.49]', async () => {
    const { user, client } = show();
    await loadPages(user, 6);
    const before = server.requestsOf(list).length;
    rows = rows
      .filter(({ personName }) => personName !== 'Person 7')
      .map((row) => ({ ...row, doctor: 'Dr. Arvind Swaminathan' }));
    await act(() => client.invalidateQueries({ queryKey: ['appointments'] }));
    expect(server.requestsOf(list)).toHaveLength(before + 4);
    await waitFor(() => expect(names()).toEqual([4, 5, 6, 8, 9, 10, 11, 12].map((at) => `Person ${at}`)));
    expect(screen.getAllByText('Dr. Arvind Swaminathan')).toHaveLength(8);
  });

  it('takes counts and usage from the newest answer, also when the first page is gone', async () => {
    const { user, client } = show();
    await loadPages(user, 5);
    rows.shift();
    await act(() => client.invalidateQueries({ queryKey: ['appointments'] }));
    expect(await screen.findByText('13 / 2,500')).toBeVisible();
    expect(screen.getByRole('button', { name: /^All/ })).toHaveTextContent('All13');
  });

  it('highlights a new row among those shown, not the rows of a page that is loaded again', async () => {
    const { user, client } = show();
    await loadPages(user, 5);
    await user.click(screen.getByRole('button', { name: 'Show later days' }));
    await waitFor(() => expect(names()).toContain('Person 0'));
    expect(document.querySelector('[data-fresh]')).toBeNull();
    rows.splice(2, 0, buildAppointment({ personName: 'Just arrived' }));
    await act(() => client.invalidateQueries({ queryKey: ['appointments'] }));
    await waitFor(() => expect(document.querySelectorAll('[data-fresh]')).toHaveLength(1));
    expect(document.querySelector('[data-fresh]')).toHaveTextContent('Just arrived');
  });
});

it('keeps the visible row in place while others are inserted above it [P-5.49]', async () => {
  const { user } = show();
  await loadPages(user, 5);
  const scrollBy = vi.fn();
  vi.stubGlobal('scrollBy', scrollBy);
  vi.stubGlobal('scrollY', 900);
  layOut('Person 3');
  await user.click(screen.getByRole('button', { name: 'Show later days' }));
  await waitFor(() => expect(names()).toContain('Person 0'));
  // Two rows of 100 px were added above the first visible row.
  await waitFor(() => expect(scrollBy).toHaveBeenCalledWith({ top: 200, behavior: 'instant' }));
});

it('shows which end could not be loaded, next to the loaded rows', async () => {
  const { user } = show();
  await screen.findByText('Person 0');
  server.routes.set(list, () => 'drop');
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Failed to load appointments')).toBeVisible();
  expect(names()).toEqual(['Person 0', 'Person 1']);
  server.routes.set(list, ({ query }) => ({ json: pageAt(query.get('cursor')) }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Person 3')).toBeVisible();
});

function show() {
  return renderSignedIn(
    server,
    <AppointmentsScreen filters={{ status: 'all' }} onFiltersChange={() => undefined} />,
  );
}

async function loadPages(user: ReturnType<typeof show>['user'], pages: number): Promise<void> {
  for (let page = 1; page < pages; page += 1) {
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText(`Person ${(page + 1) * pageSize - 1}`);
  }
}

/** Returns the server's page: two rows after or before the cursor's row. */
function pageAt(cursor: string | null) {
  const [side = 'after', id] = cursor?.split(' ') ?? [];
  const key = rows.findIndex((row) => row.id === id);
  const start = side === 'after' ? key + 1 : Math.max(0, key - pageSize);
  const end = side === 'after' ? start + pageSize : key;
  const items = rows.slice(start, end);
  return buildPage(items, {
    next: end < rows.length ? `after ${items.at(-1)?.id}` : null,
    previous: start > 0 ? `before ${items[0]?.id}` : null,
    counts: { all: rows.length, scheduled: rows.length, completed: 0, cancelled: 0, no_show: 0 },
    usage: buildUsage({ used: rows.length }),
  });
}

function names(): string[] {
  return screen.getAllByText(/^Person \d+$|^Just arrived$/).map(({ textContent }) => textContent);
}

/** Mocks the layout: rows of 100 px, with the named row at the top of the window. */
function layOut(name: string): void {
  const isShown = names().indexOf(name);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const top = ([...document.querySelectorAll('[data-row]')].indexOf(this) - isShown) * 100;
    return DOMRect.fromRect({ y: top, height: 100 });
  });
}
