import { screen, waitFor, within } from '@testing-library/react';
import type { Patient, PatientDetails } from '@samay/contract/people/patients';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { PatientScreen } from './patient-screen.tsx';
import type { NewIn } from './api.ts';
import { PatientsScreen } from './patients-screen.tsx';

const list = 'GET /api/patients';
const visit = buildAppointment({ date: '2026-12-01', time: '09:15', status: 'completed', amount: 500_00 });
const patient: Patient = {
  id: '00000000-0000-4000-8000-0000000000aa',
  name: 'Lakshmi Narasimhan',
  email: 'lakshmi@people.example',
  contact: '+91 98200 11223',
  bookings: 12,
  lastVisit: '2026-11-10',
  nextVisit: { id: visit.id, date: '2026-12-01', time: '09:15' },
};
const details: PatientDetails = {
  ...patient,
  completed: 8,
  cancelled: 2,
  noShows: 1,
  prescriptions: 3,
  revenue: 1_234_567_00,
  advance: 0,
  owing: [],
  householdOwing: [],
  household: [],
  born: null,
  sex: null,
  guardian: null,
  merges: [],
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(list, ({ query }) => ({
    json: { items: query.get('search') === 'nobody' ? [] : [patient], next: null },
  }));
  server.routes.set(`${list}/${patient.id}`, () => ({ json: details }));
  server.routes.set(`${list}/${patient.id}/appointments`, () => ({
    json: { items: [{ ...visit, note: 'Throat red\nParacetamol' }], next: null },
  }));
});
afterEach(() => server.close());

function List({ onOpen, of }: { onOpen: (id: string) => void; of?: NewIn | undefined }) {
  const [search, setSearch] = useState('');
  const [newIn, setNewIn] = useState(of);
  return (
    <PatientsScreen
      search={search}
      newIn={newIn}
      onSearchChange={setSearch}
      onShowAll={() => setNewIn(undefined)}
      onOpen={onOpen}
    />
  );
}

function showList(of?: NewIn) {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const onOpen = vi.fn();
  return { onOpen, ...renderSignedIn(server, <List onOpen={onOpen} of={of} />, actions) };
}

const NoNotices = () => null;

function showOne() {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const onBack = vi.fn();
  const onOpen = vi.fn();
  const page = <PatientScreen id={patient.id} onBack={onBack} onOpen={onOpen} Notices={NoNotices} />;
  return { onBack, onOpen, ...actions, ...renderSignedIn(server, page, actions) };
}

it('lists people with how to reach them and their visits, and opens one [P-7.12]', async () => {
  const { user, onOpen } = showList();
  const table = within(await screen.findByRole('table', { name: 'Patients' }));
  for (const text of ['+91 98200 11223', 'lakshmi@people.example', '10 Nov 2026'])
    expect(table.getByText(text)).toBeVisible();
  await user.click(table.getByRole('button', { name: 'Lakshmi Narasimhan' }));
  expect(onOpen).toHaveBeenCalledWith(patient.id);
});

it('searches on the server after a pause in typing, and shows that nobody matches', async () => {
  const { user } = showList();
  await user.type(await screen.findByRole('searchbox'), 'nobody');
  expect(await screen.findByText('No matching patients found')).toBeVisible();
  expect(server.requestsOf(list).map(({ query }) => query.get('search'))).toEqual([null, 'nobody']);
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('button', { name: 'Lakshmi Narasimhan' })).toBeVisible();
});

it('says what a business without bookings will see here', async () => {
  server.routes.set(list, () => ({ json: { items: [], next: null } }));
  showList();
  expect(await screen.findByText('No patients found')).toBeVisible();
  expect(screen.getByText('Everyone who has an appointment appears here automatically.')).toBeVisible();
});

it('says what failed, and tries again', async () => {
  server.routes.set(list, answerError(403, 'access.denied', 'You do not have permission to do this.'));
  const { user } = showList();
  expect(await screen.findByText('You do not have permission to do this.')).toBeVisible();
  server.routes.set(list, () => ({ json: { items: [patient], next: null } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Lakshmi Narasimhan' })).toBeVisible();
});

it('shows one person: how to reach them, totals, the next visit, and their history [P-7.13, P-8.34]', async () => {
  const { user, openDetails, onBack } = showOne();
  expect(await screen.findByRole('heading', { name: 'Lakshmi Narasimhan' })).toBeVisible();
  expect(screen.getByRole('link', { name: '+91 98200 11223' })).toHaveAttribute('href', 'tel:+919820011223');
  expect(screen.getByText('₹12,34,567')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next visit: 1 Dec 2026, 9:15 am' }));
  expect(openDetails).toHaveBeenCalledWith(visit.id);
  const history = within(await screen.findByRole('region', { name: 'History' }));
  await user.click(await history.findByRole('button', { name: /1 Dec 2026 9:15 am/ }));
  expect(openDetails).toHaveBeenCalledTimes(2);
  expect(history.getByText('Completed')).toBeVisible();
  expect(history.getByText(/^Throat red\sParacetamol$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Patients' }));
  expect(onBack).toHaveBeenCalledOnce();
});

describe('Book', () => {
  const { bookings: _, ...known } = patient;

  it('opens the form for a new booking with the person, for those who may book [P-7.60]', async () => {
    const { user, openNewAppointment } = showOne();
    await user.click(await screen.findByRole('button', { name: 'Book' }));
    expect(openNewAppointment).toHaveBeenCalledExactlyOnceWith({
      person: {
        ...known,
        lastVisit: { date: '2026-11-10', doctor: null },
        nextVisit: { date: '2026-12-01', time: '09:15' },
      },
    });
  });

  it('is not there for those who may not book, or while the business is suspended [P-7.60]', async () => {
    const session = buildSession();
    const without = session.permissions.filter((each) => each !== 'appointments.write');
    const suspended = session.tenant && { ...session.tenant, suspended: true };
    for (const shown of [
      { ...session, permissions: without },
      { ...session, tenant: suspended },
    ]) {
      await server.close();
      server = await startClinicServer(shown);
      server.routes.set(`${list}/${patient.id}`, () => ({ json: details }));
      const { unmount } = showOne();
      expect(await screen.findByRole('heading', { name: 'Lakshmi Narasimhan' })).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Book' })).toBeNull();
      unmount();
    }
  });
});

it('shows that a person no longer exists, also after they were shown [P-7.10]', async () => {
  const { user, onBack, client } = showOne();
  await screen.findByRole('heading', { name: 'Lakshmi Narasimhan' });
  server.routes.set(
    `${list}/${patient.id}`,
    answerError(404, 'not_found', 'This does not exist, or you may not see it.'),
  );
  await client.invalidateQueries();
  expect(await screen.findByText('This patient is not in the list any more')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Lakshmi Narasimhan' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Patients' }));
  expect(onBack).toHaveBeenCalledOnce();
});

it('says customers and bookings for a turf [P-7.15]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set(list, () => ({ json: { items: [patient], next: null } }));
  showList();
  expect(await screen.findByRole('table', { name: 'Customers' })).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/patient|appointment|doctor/i);
});

it('shows who is new on some days, says which, and everybody again', async () => {
  const { user } = showList({ since: '2026-11-01', until: '2026-11-23' });
  expect(await screen.findByText('New from 1 Nov 2026 to 23 Nov 2026')).toBeVisible();
  const asked = () => Object.fromEntries(server.requestsOf(list).at(-1)?.query ?? []);
  await waitFor(() => expect(asked()).toMatchObject({ since: '2026-11-01', until: '2026-11-23' }));
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(asked()).toEqual({ limit: '50' }));
  expect(screen.queryByText(/^New from/)).toBeNull();
});

describe('what a person owes', () => {
  const [first, second] = [buildAppointment(), buildAppointment()];
  const owing = [
    { id: first.id, date: '2026-11-02', time: '09:15', due: 500_00, amount: null },
    { id: second.id, date: '2026-11-10', time: '10:00', due: 700_00, amount: 200_00 },
  ];
  const owed = { ...details, owing, advance: 3_500_00 };
  const payments = 'POST /api/payments';

  beforeEach(() => {
    server.routes.set(`${list}/${patient.id}`, () => ({ json: owed }));
    server.routes.set('GET /api/upi', () => ({ json: { upiId: 'clinic@okbank' } }));
  });

  it('is taken by one press, a payment for each, all or none [P-9.22, P-9.25]', async () => {
    server.routes.set(payments, answerError(409, 'payment.changed', 'Somebody else has changed this.'));
    const { user } = showOne();
    const due = within(await screen.findByRole('region', { name: 'Due' }));
    expect(due.getByText('₹1,200 for 2 visits')).toBeVisible();
    expect(screen.getByText('₹3,500')).toBeVisible();
    await user.click(due.getByRole('button', { name: 'Take all, ₹1,200' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ' 2 Nov 2026, 9:15 am ₹500',
      ' 10 Nov 2026, 10:00 am ₹700',
    ]);
    await user.click(dialog.getByRole('button', { name: 'UPI' }));
    expect(await dialog.findByText('Somebody else has changed this.')).toBeVisible();
    // Checks that the keys still work.
    await waitFor(() => expect(dialog.getByRole('button', { name: 'UPI' })).toHaveFocus());
    server.routes.set(payments, () => {
      server.routes.set(`${list}/${patient.id}`, () => ({ json: details }));
      return { json: { items: [first, second] } };
    });
    await user.keyboard('c');
    expect(await screen.findByText('₹1,200 by Cash from Lakshmi Narasimhan for 2 visits')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Due' })).toBeNull());
    const [refused, taken] = server.requestsOf(payments);
    expect(JSON.parse(taken?.body ?? '')).toEqual({
      bookings: [
        { id: first.id, amount: 500_00, amountBefore: null },
        { id: second.id, amount: 700_00, amountBefore: 200_00 },
      ],
      method: 'Cash',
    });
    expect(taken?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
  });

  describe('with the others of the number', () => {
    const child = buildAppointment();
    const due = 1_234_567_00;
    const householdOwing = [
      { id: child.id, date: '2026-11-09', time: '18:30', due, amount: null, personName: 'Rohan Narasimhan' },
    ];
    const show = (about: Partial<PatientDetails> = {}) => {
      server.routes.set(`${list}/${patient.id}`, () => ({ json: { ...owed, householdOwing, ...about } }));
      return showOne();
    };
    const card = async () => within(await screen.findByRole('region', { name: 'Due' }));
    const open = async (name: string, { user }: ReturnType<typeof showOne>) => {
      await user.click((await card()).getByRole('button', { name }));
      return within(await screen.findByRole('dialog'));
    };
    const sent = () =>
      server.requestsOf(payments).map(({ body, headers }) => ({
        ids: (JSON.parse(body) as { bookings: { id: string }[] }).bookings.map(({ id }) => id),
        key: headers['idempotency-key'],
      }));

    it('is shown by name and taken by one press, whole or only the person`s own [P-9.90, P-9.92]', async () => {
      const shown = show();
      expect((await card()).getByText('₹1,200 for 2 visits')).toBeVisible();
      expect((await card()).getByText('Same number: ₹12,34,567 for 1 visit')).toBeVisible();
      await shown.user.click(
        (await card()).getByRole('button', { name: /^Rohan Narasimhan 9 Nov 2026, 6:30 pm/ }),
      );
      expect(shown.openDetails).toHaveBeenCalledWith(child.id);
      let dialog = await open('Only this patient, ₹1,200', shown);
      expect(dialog.getByText('2 visits')).toBeVisible();
      await shown.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      dialog = await open('Take all, ₹12,35,767', shown);
      expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Lakshmi Narasimhan 2 Nov 2026, 9:15 am ₹500',
        'Lakshmi Narasimhan 10 Nov 2026, 10:00 am ₹700',
        'Rohan Narasimhan 9 Nov 2026, 6:30 pm ₹12,34,567',
      ]);
      server.routes.set(payments, () => ({ json: { items: [first, second, child] } }));
      await shown.user.click(dialog.getByRole('button', { name: 'Cash' }));
      expect(
        await screen.findByText('₹12,35,767 by Cash from Lakshmi Narasimhan for 3 visits'),
      ).toBeVisible();
      expect(sent()).toMatchObject([{ ids: [first.id, second.id, child.id] }]);
    });

    it('is taken as it is ticked, by keys too, with another key for other bookings [P-9.22, P-9.92]', async () => {
      server.routes.set(payments, answerError(500, 'server.fault', 'Something went wrong on our side.'));
      const shown = show();
      const dialog = await open('Take all, ₹12,35,767', shown);
      const fails = async (count: number) => {
        await waitFor(() => expect(sent()).toHaveLength(count));
        expect(await dialog.findByText('Failed to take payment')).toBeVisible();
      };
      const tick = async (name: RegExp) => shown.user.click(dialog.getByRole('checkbox', { name }));
      await tick(/^Lakshmi Narasimhan 10 Nov/);
      await shown.user.keyboard('c');
      await fails(1);
      await shown.user.keyboard('c');
      await fails(2);
      await tick(/^Rohan Narasimhan/);
      expect(dialog.getByText('1 visit')).toBeVisible();
      await shown.user.keyboard('c');
      await fails(3);
      await tick(/^Lakshmi Narasimhan 2 Nov/);
      await shown.user.keyboard('c');
      expect(await dialog.findByText('Please choose what is paid')).toBeVisible();
      const [one, again, other, none] = sent();
      expect([one?.ids, other?.ids, none]).toEqual([[first.id, child.id], [first.id], undefined]);
      expect([again?.key === one?.key, other?.key === one?.key]).toEqual([true, false]);
    });

    it('is there where the person owes nothing, who is sent no message of it [P-9.90]', async () => {
      show({ owing: [] });
      expect((await card()).getByRole('button', { name: 'Take all, ₹12,34,567' })).toBeVisible();
      expect((await card()).queryByRole('button', { name: /^Only/ })).toBeNull();
      expect((await card()).queryByRole('link')).toBeNull();
      expect(screen.getByText('Due', { selector: 'dt' }).nextSibling).toHaveTextContent('₹0');
    });
  });

  it('is asked for by a message with the amount and the UPI id, if a number is known [P-9.25]', async () => {
    const { unmount } = showOne();
    const link = await screen.findByRole('link', { name: 'Send balance by WhatsApp' });
    await waitFor(() => expect(link.getAttribute('href')).toContain('okbank'));
    const { origin, pathname, searchParams } = new URL(link.getAttribute('href') ?? '');
    expect([origin, pathname]).toEqual(['https://wa.me', '/919820011223']);
    expect(searchParams.get('text')).toBe(
      'Lakshmi Narasimhan, ₹1,200 is due at City Care Clinic for 2 visits. UPI: clinic@okbank',
    );
    expect(link).toHaveAttribute('target', '_blank');
    unmount();
    server.routes.set(`${list}/${patient.id}`, () => ({ json: { ...owed, contact: null } }));
    showOne();
    await screen.findByRole('button', { name: 'Take all, ₹1,200' });
    expect(screen.queryByRole('link', { name: 'Send balance by WhatsApp' })).toBeNull();
  });
});
