import type { TenantLine, TenantView } from '@samay/contract/platform/tenants';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUsage } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { TenantsScreen } from './tenants-screen.tsx';

const list = 'GET /api/platform/tenants';
const longName = 'Sri Venkateswara Multispeciality Hospital and Research Institute of Tiruchirappalli';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
  server.routes.set('GET /api/platform/plans', () => ({
    json: {
      plans: [{ id: 'premium', name: 'Premium', appointmentLimit: 250, monthlyPrice: 99_900, tenants: 1 }],
    },
  }));
});
afterEach(() => server.close());

it('shows its columns, the long name whole on hover, and what can be done [P-14.2, P-16.26]', async () => {
  answer([buildTenant({ name: longName, usersCount: 1234 })]);
  show();
  const table = within(await screen.findByRole('table', { name: 'Tenants' }));
  expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Tenant',
    'Owner',
    'Plan',
    'Status',
    'Users',
    'Created',
    'Actions',
  ]);
  expect(table.getByText(longName)).toHaveAttribute('title', longName);
  expect(table.getByText('1,234')).toBeVisible();
  expect(table.getByText('21 Nov 2026')).toBeVisible();
  expect(table.getByRole('combobox', { name: `Plan of ${longName}` })).toHaveValue('Basic');
  for (const action of ['View', 'Delete'])
    expect(table.getByRole('button', { name: `${action} ${longName}` })).toBeVisible();
});

it('asks the server for words, plan and status [P-14.2]', async () => {
  answer([buildTenant()]);
  const { user } = show();
  await screen.findByRole('table');
  await user.type(screen.getByRole('searchbox', { name: 'Search tenants' }), 'lakshmi');
  await choose(user, screen.getByRole('combobox', { name: 'Plan' }), 'Premium');
  await choose(user, screen.getByRole('combobox', { name: 'Status' }), 'Suspended');
  await expect
    .poll(() => Object.fromEntries(server.requestsOf(list).at(-1)?.query ?? []))
    .toEqual({
      search: 'lakshmi',
      plan: 'premium',
      status: 'suspended',
    });
});

it('loads the next page', async () => {
  server.routes.set(list, ({ query }) => ({
    json: query.get('cursor')
      ? { items: [buildTenant({ id: id('2'), name: 'Second' })], next: null }
      : { items: [buildTenant({ name: 'First' })], next: '1_a' },
  }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('Second')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('says when nothing is there, when nothing matches, and when it cannot load', async () => {
  answer([]);
  const { user, unmount } = show();
  expect(await screen.findByText('No tenants yet')).toBeVisible();
  await choose(user, screen.getByRole('combobox', { name: 'Status' }), 'Deleted');
  expect(await screen.findByText('No matching tenants found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('No tenants yet')).toBeVisible();
  unmount();
  server.routes.set(
    list,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const second = show();
  expect(await screen.findByText('Failed to load tenants')).toBeVisible();
  answer([buildTenant({ name: 'Back again' })]);
  await second.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Back again')).toBeVisible();
});

it('asks before it suspends, explains the effect, and keeps the select until the response [P-14.4, P-14.14]', async () => {
  answer([buildTenant({ name: 'City Care' })]);
  server.routes.set(`PUT /api/platform/tenants/${id('1')}/status`, () => ({
    json: buildTenant({ name: 'City Care', status: 'suspended' }),
  }));
  const { user } = show();
  const select = await screen.findByRole('combobox', { name: 'Status of City Care' });
  await choose(user, select, 'Suspended');
  expect(select).toHaveValue('Active');
  expect(await screen.findByText(/Its staff can sign in and read/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep status' }));
  expect(server.requests.some(({ method }) => method === 'PUT')).toBe(false);
  await choose(user, select, 'Suspended');
  // The reason is asked before the press that suspends.
  const suspend = await screen.findByRole('button', { name: 'Suspend' });
  expect(suspend).toBeDisabled();
  await waitFor(() => expect(screen.getByLabelText(/^Reason/)).toHaveFocus());
  await user.type(screen.getByLabelText(/^Reason/), '  ');
  expect(suspend).toBeDisabled();
  await user.clear(screen.getByLabelText(/^Reason/));
  server.routes.set(`PUT /api/platform/tenants/${id('1')}/reason`, () => ({
    json: { until: '2026-11-21T05:00:00.000Z' },
  }));
  await user.type(screen.getByLabelText(/^Reason/), 'October is not paid');
  await user.click(screen.getByRole('checkbox', { name: 'A payment for a plan ends it' }));
  await user.click(screen.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('City Care is now suspended')).toBeVisible();
  const sent = server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const reason = 'October is not paid';
  expect(sent.map((body) => JSON.parse(body ?? '') as unknown)).toEqual([
    { reason },
    { status: 'suspended', reason, untilPaid: true },
  ]);
});

it('says what another plan gives, before it changes anything', async () => {
  answer([buildTenant({ name: 'City Care' })]);
  server.routes.set(`PUT /api/platform/tenants/${id('1')}/plan`, () => ({
    json: buildTenant({ planId: 'premium' }),
  }));
  const { user } = show();
  await choose(user, await screen.findByRole('combobox', { name: 'Plan of City Care' }), 'Premium');
  expect(
    await screen.findByText(/Move City Care from Basic to Premium\? From now on 250 bookings a month/),
  ).toBeVisible();
  // Red is for what takes something away.
  const upgrade = screen.getByRole('button', { name: 'Change to Premium' });
  expect(upgrade.style.getPropertyValue('--button-bg')).not.toContain('red');
  await user.click(upgrade);
  await expect
    .poll(() => server.requestsOf(`PUT /api/platform/tenants/${id('1')}/plan`).map(({ body }) => body))
    .toEqual(['{"plan":"premium"}']);
});

it('deletes only after the name is typed, and shows an error in the dialog [P-15.7]', async () => {
  answer([buildTenant({ name: 'City Care' })]);
  const deletion = `POST /api/platform/tenants/${id('1')}/deletion`;
  server.routes.set(
    deletion,
    answerError(409, 'tenant.deleted', 'This business is deleted. Restore it first.'),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Delete City Care' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete tenant' }));
  const button = dialog.getByRole('button', { name: 'Delete' });
  expect(button).toBeDisabled();
  await user.type(dialog.getByLabelText('Type City Care to confirm'), 'City Care');
  await user.click(button);
  expect(await dialog.findByText('This business is deleted. Restore it first.')).toBeVisible();
  expect(server.requestsOf(deletion).map(({ body }) => body)).toEqual(['{"name":"City Care"}']);
});

it('adds a tenant; empty fields show their errors, and an error keeps the typed values [P-14.3]', async () => {
  answer([]);
  server.routes.set(
    'POST /api/platform/tenants',
    answerError(409, 'tenant.email_taken', 'A business with this email already exists.'),
  );
  const { user } = show();
  await user.click((await screen.findAllByRole('button', { name: 'Add Tenant' }))[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Tenant' }));
  const submit = dialog.getByRole('button', { name: 'Add Tenant' });
  await user.click(submit);
  expect(await dialog.findByText('Please enter the hospital or clinic name')).toBeVisible();
  expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Hospital/Clinic Name' }), 'Arogya');
  await user.type(dialog.getByRole('textbox', { name: 'Admin Email' }), 'a@arogya.example');
  await user.type(dialog.getByRole('textbox', { name: 'Owner Name' }), 'Lakshmi');
  await user.click(submit);
  expect(await dialog.findByText('A business with this email already exists.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Owner Name' })).toHaveValue('Lakshmi');
  server.routes.set('POST /api/platform/tenants', () => ({
    status: 201,
    json: buildTenant({ name: 'Arogya', ownerEmail: 'a@arogya.example' }),
  }));
  await user.click(submit);
  expect(
    await screen.findByText('Arogya is added. An invitation was sent to a@arogya.example.'),
  ).toBeVisible();
});

it('shows everything of one tenant [P-14.12]', async () => {
  answer([buildTenant({ name: 'City Care' })]);
  server.routes.set(`GET /api/platform/tenants/${id('1')}`, () => ({ json: buildView() }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'View City Care' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'City Care' }));
  expect(await dialog.findByText('Dr. Rao')).toBeVisible();
  expect(dialog.getByText(/12 of 2,500 bookings of this cycle used/)).toBeVisible();
  expect(dialog.getByText(/Subscription changed/)).toBeVisible();
  expect(dialog.getByText('9 AM – 1 PM')).toBeVisible();
  expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'See its bookings',
    'Manage its staff',
    'See the whole audit log',
  ]);
});

it('raises the limit of one business until a day in one dialog, and takes it back [P-4.40, P-5.73, P-16.41]', async () => {
  answer([buildTenant({ name: 'City Care' })]);
  const path = `/api/platform/tenants/${id('1')}`;
  let ownLimit: TenantView['ownLimit'] = null;
  server.routes.set(`GET ${path}`, () => ({ json: { ...buildView(), ownLimit } }));
  server.routes.set(
    `PUT ${path}/limit`,
    answerError(400, 'request.invalid', 'Please check.', {
      'ownLimit.limit': 'Please enter more than 2,500',
    }),
  );
  const { user } = show();
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'View City Care' }));
    await user.click(await screen.findByRole('button', { name: 'Raise limit' }));
    return within(await screen.findByRole('dialog', { name: 'Raise the limit of City Care' }));
  };
  const dialog = await open();
  await user.click(dialog.getByRole('button', { name: 'Raise limit' }));
  expect(dialog.getByText('Please enter a whole number from 1 to 10,00,000')).toBeVisible();
  const limit = dialog.getByRole('textbox', { name: 'Bookings a month' });
  await waitFor(() => expect(limit).toHaveFocus());
  await user.type(limit, 'some 4000');
  expect(limit).toHaveValue('some 4000');
  await user.click(dialog.getByRole('button', { name: 'Raise limit' }));
  expect(server.requestsOf(`PUT ${path}/limit`)).toHaveLength(0);
  await user.clear(limit);
  await user.type(limit, '४,०००');
  await user.type(dialog.getByRole('textbox', { name: /^Until/ }), '31 Mar 2027');
  await user.click(dialog.getByRole('button', { name: 'Raise limit' }));
  expect(await dialog.findByText('Please enter more than 2,500')).toBeVisible();
  await waitFor(() => expect(limit).toHaveFocus());
  ownLimit = { limit: 4000, until: '2027-03-31' };
  server.routes.set(`PUT ${path}/limit`, () => ({ json: buildTenant({ name: 'City Care' }) }));
  await user.click(dialog.getByRole('button', { name: 'Raise limit' }));
  expect(await screen.findByText('City Care has 4,000 bookings a month until 31 Mar 2027')).toBeVisible();
  await user.click((await open()).getByRole('button', { name: 'Back to the plan’s limit' }));
  expect(await screen.findByText('City Care has its plan’s limit again')).toBeVisible();
  expect(server.requestsOf(`PUT ${path}/limit`).map(({ body }) => JSON.parse(body))).toEqual([
    { ownLimit },
    { ownLimit },
    { ownLimit: null },
  ]);
});

it('shows the first days of a business and extends them in one dialog [P-4.49]', async () => {
  answer([buildTenant({ name: 'City Care' })]);
  const path = `/api/platform/tenants/${id('1')}`;
  server.routes.set(`GET ${path}`, () => ({
    json: {
      ...buildView(),
      usage: buildUsage({ firstDaysUntil: '2026-12-20' }),
      firstDaysUntil: '2026-12-20',
    },
  }));
  server.routes.set(
    `PUT ${path}/first-days`,
    answerError(400, 'request.invalid', 'Please check.', { until: 'Please choose a day after 20 Dec 2026' }),
  );
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'View City Care' }));
  expect(await screen.findByText('New business: the limit of Enterprise until 20 Dec 2026.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Extend first days' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extend the first days of City Care' }));
  const until = dialog.getByRole('textbox', { name: /^Until/ });
  await user.clear(until);
  await user.click(dialog.getByRole('button', { name: 'Extend' }));
  expect(await dialog.findByText('Please enter a date')).toBeVisible();
  await user.type(until, '20 Dec 2026');
  await user.click(dialog.getByRole('button', { name: 'Extend' }));
  expect(await dialog.findByText('Please choose a day after 20 Dec 2026')).toBeVisible();
  server.routes.set(`PUT ${path}/first-days`, () => ({ json: buildTenant({ name: 'City Care' }) }));
  await user.clear(until);
  await user.type(until, '10 Jan 2027');
  await user.click(dialog.getByRole('button', { name: 'Extend' }));
  expect(await screen.findByText('City Care has its first days until 10 Jan 2027')).toBeVisible();
});

it('restores a deleted one without a question', async () => {
  answer([buildTenant({ name: 'City Care', deletedAt: '2026-11-21T04:30:00.000Z' })]);
  server.routes.set(`DELETE /api/platform/tenants/${id('1')}/deletion`, () => ({ json: buildTenant() }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Restore City Care' }));
  expect(await screen.findByText('City Care is restored')).toBeVisible();
});

function show() {
  return renderSignedIn(server, <Screen />);
}

/** Keeps the filters in state; the application keeps them in the address. */
function Screen() {
  const [filters, setFilters] = useState<Record<string, string>>({});
  return <TenantsScreen filters={filters} onFiltersChange={setFilters} />;
}

function answer(items: TenantLine[]): void {
  server.routes.set(list, () => ({ json: { items, next: null } }));
}

function id(place: string): string {
  return `00000000-0000-4000-8000-00000000000${place}`;
}

function buildTenant(about: Partial<TenantLine> = {}): TenantLine {
  return {
    id: id('1'),
    name: 'City Care',
    email: 'owner@citycare.example',
    ownerName: 'Sudha Ranganathan',
    ownerEmail: 'owner@citycare.example',
    businessType: 'doctor',
    planId: 'basic',
    status: 'active',
    usersCount: 6,
    createdAt: '2026-11-21T04:30:00.000Z',
    deletedAt: null,
    ...about,
  };
}

function buildView(): TenantView {
  const at = '2026-11-21T04:30:00.000Z';
  return {
    tenant: buildTenant(),
    profile: {
      businessName: null,
      onboarded: true,
      timeSlots: [{ start_time: '9 AM', end_time: '1 PM' }],
      operatingDays: ['Monday'],
    },
    people: [{ id: id('2'), name: 'Dr. Rao', email: 'rao@citycare.example', role: 'DOCTOR', createdAt: at }],
    usage: buildUsage(),
    ownLimit: null,
    firstDaysUntil: null,
    subscriptions: [
      { id: id('3'), planId: 'basic', status: 'active', cycleStart: '2026-11-01', createdAt: at },
    ],
    audit: [
      {
        id: id('4'),
        at,
        actor: { id: id('5'), name: 'Nalini Rao' },
        action: 'subscription.changed',
        object: id('1'),
        detail: {},
        subject: null,
        names: {},
        reason: null,
      },
    ],
  };
}
