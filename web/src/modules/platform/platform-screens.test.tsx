import type { PlatformUser } from '@samay/contract/platform/users';
import { screen, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choose } from '../../../test/choose.ts';
import { type ClinicServer, refuse, startClinicServer } from '../../../test/clinic-server.ts';
import { buildAdmin } from '../../../test/platform-session.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { sinceFirst } from './analytics-plots.tsx';
import { AnalyticsScreen } from './analytics-screen.tsx';
import { BillingScreen } from './billing-screen.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import { TenantAppointmentsScreen } from './tenant-appointments-screen.tsx';
import { UsersScreen } from './users-screen.tsx';

interface Filtered {
  filters: Readonly<Record<string, string>>;
  onFiltersChange: (next: Record<string, string>) => void;
}

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

const failure = refuse(500, 'server.fault', 'Something went wrong on our side. Please try again.');

describe('the overview', () => {
  const overview = {
    tenants: {
      total: 1204,
      byStatus: { active: 1200, pending: 3, suspended: 1 },
      byPlan: { basic: 1000, premium: 200, enterprise: 4 },
      byType: { doctor: 900, turf: 300, unset: 4 },
    },
    people: 5120,
    month: { start: '2026-11-01', bookings: 123_456, revenue: 12_34_567_00 },
    lastMonth: { start: '2026-10-01', bookings: 100, revenue: 99_50 },
    broken: [],
  };

  it('counts in Indian grouping and says who waits', async () => {
    server.routes.set('GET /api/platform/overview', () => ({ json: overview }));
    renderSignedIn(server, <OverviewScreen />);
    expect(await screen.findByText('1,23,456')).toBeVisible();
    expect(screen.getByText('₹12,34,567')).toBeVisible();
    expect(screen.getByText('₹99.50 in the month before')).toBeVisible();
    expect(screen.getByText(/3 businesses wait/)).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'By plan' })).getByText('200')).toBeVisible();
  });

  it('warns of stored data that its daily check found wrong', async () => {
    const broken = [
      { check: 'tallies', tenant: { id: id('1'), name: 'City Care' }, found: 1, checkedAt: at },
      { check: 'audit', tenant: null, found: 1200, checkedAt: at },
    ];
    server.routes.set('GET /api/platform/overview', () => ({ json: { ...overview, broken } }));
    renderSignedIn(server, <OverviewScreen />);
    const lines = within(await screen.findByRole('alert')).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'Counts and sums of bookings of City Care: 1 place, checked 21 Nov 2026, 10:00 am',
      'The audit log of the platform or an erased business: 1,200 places, checked 21 Nov 2026, 10:00 am',
    ]);
  });

  it('says when it cannot load, and tries again', async () => {
    server.routes.set('GET /api/platform/overview', failure);
    const { user } = renderSignedIn(server, <OverviewScreen />);
    expect(await screen.findByText('Failed to load the overview')).toBeVisible();
    server.routes.set('GET /api/platform/overview', () => ({ json: overview }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1,204')).toBeVisible();
  });
});

describe('users', () => {
  const users = 'GET /api/platform/users';

  it('shows people with what may be done to each, and asks before it does', async () => {
    server.routes.set(users, () => ({
      json: {
        items: [
          buildUser({ name: 'Dr. Rao' }),
          buildUser({ id: id('3'), name: 'W•••', status: 'pending', lastSeenAt: null, sessions: 0 }),
          buildUser({
            id: id('2'),
            name: 'Nalini Rao',
            role: 'SUPER_ADMIN',
            tenant: null,
            may: { delete: false, restore: false, endSessions: false },
          }),
        ],
        next: null,
      },
    }));
    server.routes.set('GET /api/platform/tenants', () => ({ json: { items: [], next: null } }));
    server.routes.set(
      `POST /api/platform/users/${id('1')}/deletion`,
      refuse(409, 'account.last_owner', 'This person is the only owner of a business that has other staff.'),
    );
    server.routes.set(`DELETE /api/platform/users/${id('1')}/sessions`, () => ({ json: buildUser({ sessions: 0 }) }));
    const { user } = show(UsersScreen);
    expect(await screen.findByRole('button', { name: 'Delete Dr. Rao' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete Nalini Rao' })).toBeNull();
    expect(within(screen.getByRole('row', { name: /Nalini Rao/ })).getByText('No business')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /W•••/ })).getByText('Pending')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /Dr\. Rao/ })).getByText('Active')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete Dr. Rao' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Delete user' })).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This person is the only owner of a business that has other staff.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep user' }));
    await user.click(screen.getByRole('button', { name: 'Sign Dr. Rao out' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Sign out everywhere' })).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Dr. Rao is signed out everywhere')).toBeVisible();
  });

  it('asks by role and status, and says when nobody matches', async () => {
    server.routes.set(users, () => ({ json: { items: [], next: null } }));
    server.routes.set('GET /api/platform/tenants', () => ({ json: { items: [], next: null } }));
    const { user } = show(UsersScreen);
    expect(await screen.findByText('No matching users found')).toBeVisible();
    await choose(user, screen.getByRole('combobox', { name: 'Role' }), 'Doctor');
    await choose(user, screen.getByRole('combobox', { name: 'Status' }), 'Deleted');
    await expect.poll(() => Object.fromEntries(server.askedOf(users).at(-1)?.query ?? [])).toEqual({ role: 'DOCTOR', status: 'deleted' });
  });
});

describe('appointments of a tenant', () => {
  it('asks for a tenant first, and shows its bookings with nothing to press', async () => {
    server.routes.set('GET /api/platform/tenants', () => ({ json: { items: [{ ...tenantChoice, id: id('7') }], next: null } }));
    server.routes.set(`GET /api/platform/tenants/${id('7')}`, () => ({ json: { tenant: tenantChoice } }));
    const booking = {
      id: id('8'),
      reference: 'booking_1',
      personName: 'Meenakshi Iyer',
      doctor: 'Dr. Rao',
      date: '2026-11-21',
      time: '14:30',
      status: 'scheduled',
      amount: 1_00_000_00,
    };
    const later = { ...booking, id: id('9'), personName: 'Ravi Rao' };
    const listed = `GET /api/platform/tenants/${id('7')}/appointments`;
    server.routes.set(listed, ({ query }) => ({
      json: query.get('cursor') ? { items: [later], next: null, previous: null } : { items: [booking], next: null, previous: 'before' },
    }));
    const { user } = show(TenantAppointmentsScreen);
    expect(await screen.findByText('Choose a business first')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Business' }));
    await user.click(await screen.findByRole('option', { name: 'Green Turf Arena' }));
    const table = within(await screen.findByRole('table', { name: 'Appointments' }));
    expect(table.getByText('Meenakshi Iyer')).toBeVisible();
    expect(table.getByText('₹1,00,000')).toBeVisible();
    expect(table.queryByRole('button')).toBeNull();
    expect(server.askedOf(listed)[0]?.query.get('from')).toBe(indiaDate(now()));
    await user.click(screen.getByRole('button', { name: 'Show later days' }));
    expect(await table.findByText('Ravi Rao')).toBeVisible();
    expect(table.getAllByRole('row').map(({ textContent }) => textContent?.slice(0, 8))).toEqual(['NameDate', 'Ravi Rao', 'Meenaksh']);
  });
});

describe('analytics', () => {
  const period = {
    start: '2026-11-01',
    end: '2026-11-30',
    tenants: 12,
    newTenants: 2,
    bookings: 1500,
    revenue: { basic: 100_00, premium: 2_00_000_00, enterprise: 0, none: 0 },
  };

  it('can be read as a table, by months or weeks', async () => {
    server.routes.set('GET /api/platform/analytics', ({ query }) => ({
      json: { periods: [query.get('by') === 'week' ? { ...period, start: '2026-11-16', end: '2026-11-22' } : period] },
    }));
    const { user } = show(AnalyticsScreen);
    const table = within(await screen.findByRole('table', { name: 'Numbers per period' }));
    expect(table.getByText('Nov 2026')).toBeVisible();
    expect(table.getByText('₹2,00,100')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Weeks' }));
    expect(await screen.findByText('16 – 22 Nov 2026')).toBeVisible();
  });

  it('draws no periods from before the first business, and never fewer than three', () => {
    const empty = { ...period, tenants: 0, newTenants: 0, bookings: 0 };
    expect(sinceFirst([empty, empty, period, period, period, period])).toHaveLength(4);
    expect(sinceFirst([empty, empty, empty, empty, period])).toHaveLength(3);
    expect(sinceFirst([empty, empty, empty, empty])).toHaveLength(3);
    expect(sinceFirst([period])).toEqual([period]);
  });

  it('says when it cannot load', async () => {
    server.routes.set('GET /api/platform/analytics', failure);
    show(AnalyticsScreen);
    expect(await screen.findByText('Failed to load analytics')).toBeVisible();
  });
});

describe('billing', () => {
  beforeEach(() => {
    const plan = { id: 'basic', name: 'Basic', appointmentLimit: 25, monthlyPrice: 0, tenants: 3 };
    server.routes.set('GET /api/platform/plans', () => ({ json: { plans: [plan] } }));
    server.routes.set('GET /api/platform/subscriptions', () => ({ json: { items: [], next: null } }));
    server.routes.set('GET /api/platform/payments', () => ({
      json: {
        items: [
          {
            id: id('1'),
            tenant: null,
            businessName: 'Arogya',
            email: 'a@arogya.example',
            planId: 'premium',
            amount: 99_900,
            state: 'paid',
            reason: 'member_elsewhere',
            paymentId: 'pay_1',
            createdAt: at,
            paidAt: at,
          },
          {
            id: id('5'),
            tenant: null,
            businessName: 'Nirog',
            email: 'n@nirog.example',
            planId: 'premium',
            amount: 99_900,
            state: 'open',
            reason: null,
            paymentId: null,
            createdAt: at,
            paidAt: null,
          },
        ],
        next: null,
      },
    }));
    server.routes.set('GET /api/platform/unplaced-payments', () => ({
      json: {
        items: [
          { ...unplaced, id: id('2'), tenant: { id: id('9'), name: 'Arogya' }, reason: 'second_payment', paymentId: 'pay_2' },
          { ...unplaced, id: id('3'), amount: 100, reason: 'other_amount', paymentId: 'pay_3' },
          { ...unplaced, id: id('4'), email: null, ordered: null, orderId: null, reason: 'unknown_order', paymentId: 'pay_4' },
        ],
        next: null,
      },
    }));
    server.routes.set('PUT /api/platform/plans/basic', () => ({ json: plan }));
  });

  it('says the effect of an edit before saving, and sends paise', async () => {
    const { user } = show(BillingScreen);
    await user.click(await screen.findByRole('button', { name: 'Edit Basic' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Basic' }));
    expect(dialog.getByText('3 businesses are on Basic. The limit does not change. The price does not change.')).toBeVisible();
    const [limit, price] = [dialog.getByLabelText(/Bookings a month/), dialog.getByLabelText(/Price a month/)];
    await user.clear(limit);
    await user.type(limit, '20');
    await user.clear(price);
    await user.type(price, '1499.50');
    expect(dialog.getByText(/The lower limit takes effect immediately.*₹1,499.50 applies to new payments/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => server.askedOf('PUT /api/platform/plans/basic').map(({ body }) => body))
      .toEqual(['{"appointmentLimit":20,"monthlyPrice":149950}']);
  });

  it('shows a payment that gave no plan, and why', async () => {
    show(BillingScreen);
    const table = within(await screen.findByRole('table', { name: 'Payments' }));
    expect(table.getByText('Paid, no plan')).toBeVisible();
    expect(table.getByText('The payer belongs to another business')).toBeVisible();
    expect(within(table.getByRole('row', { name: /Nirog/ })).getByText('Not paid')).toBeVisible();
    expect(screen.getByText('No subscriptions found')).toBeVisible();
  });

  it('shows money that arrived and bought nothing, each with its reason', async () => {
    show(BillingScreen);
    const table = within(await screen.findByRole('table', { name: 'Payments to settle' }));
    const lines = table.getAllByRole('row').map((row) => row.textContent);
    for (const [payment, reason] of [
      ['pay_2', 'Second payment of an order'],
      ['pay_3', 'Another amount than the ₹999 ordered'],
      ['pay_4', 'Order not known'],
    ] as const)
      expect(lines.find((line) => line.includes(payment))).toContain(reason);
  });
});

const at = '2026-11-21T04:30:00.000Z';
const unplaced = {
  tenant: null,
  email: 'a@arogya.example',
  amount: 99_900,
  ordered: 99_900,
  currency: 'INR',
  orderId: 'order_1',
  notedAt: at,
};
const tenantChoice = {
  id: '',
  name: 'Green Turf Arena',
  email: 'g@x.example',
  ownerName: null,
  ownerEmail: null,
  businessType: 'turf',
  planId: 'basic',
  status: 'active',
  usersCount: 1,
  createdAt: at,
  deletedAt: null,
};

/** A screen with its filters kept, as the address keeps them in the application. */
function show(Screen: (props: Filtered) => ReactElement) {
  function Kept() {
    const [filters, setFilters] = useState<Record<string, string>>({});
    return <Screen filters={filters} onFiltersChange={setFilters} />;
  }
  return renderSignedIn(server, <Kept />);
}

function id(place: string): string {
  return `00000000-0000-4000-8000-00000000000${place}`;
}

function buildUser(about: Partial<PlatformUser> = {}): PlatformUser {
  return {
    id: id('1'),
    email: 'rao@citycare.example',
    name: 'Dr. Rao',
    role: 'DOCTOR',
    tenant: { id: id('9'), name: 'City Care' },
    createdAt: at,
    deletedAt: null,
    status: 'active',
    lastSeenAt: at,
    sessions: 1,
    may: { delete: true, restore: false, endSessions: true },
    ...about,
  };
}
