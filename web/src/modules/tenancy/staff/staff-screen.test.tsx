import { screen, waitFor, within } from '@testing-library/react';
import type { Role } from '@samay/contract/core/roles';
import type { StaffRow } from '@samay/contract/tenancy/staff';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { StaffScreen } from './staff-screen.tsx';

const list = 'GET /api/staff';
let server: ClinicServer;
let serial = 0;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

const show = () => renderSignedIn(server, <StaffScreen />);

describe('the list', () => {
  it('shows user, role, status, date and what may be done, people and invitations alike [P-11.5]', async () => {
    answer([
      pending({ email: 'new@clinic.example', invitation: expiring('2026-11-28T04:30:00.000Z') }),
      pending({
        email: 'late@clinic.example',
        invitation: { ...expiring('2026-11-03T04:30:00.000Z'), isExpired: true },
      }),
      member({
        name: 'Dr. Ananya Iyer',
        email: 'iyer@clinic.example',
        role: 'DOCTOR',
        addedAt: '2026-11-01T20:00:00.000Z',
      }),
      member({ name: 'Asha Kulkarni', role: 'BUSINESS_OWNER', isSelf: true, may: nothing }),
    ]);
    show();
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeVisible();
    const iyer = within(await toRow('Dr. Ananya Iyer'));
    for (const text of ['iyer@clinic.example', 'Active', '2 Nov 2026'])
      expect(iyer.getByText(text)).toBeVisible();
    expect(iyer.getByRole('combobox', { name: 'Role of Dr. Ananya Iyer' })).toHaveValue('Doctor');
    expect(iyer.getByRole('button', { name: 'Remove Dr. Ananya Iyer' })).toBeVisible();
    const invited = within(await toRow('new@clinic.example'));
    for (const text of ['Pending', 'Until 28 Nov 2026']) expect(invited.getByText(text)).toBeVisible();
    expect(invited.getByTitle('Cannot change role for pending users')).toHaveTextContent('Employee');
    expect(invited.getByRole('button', { name: 'Cancel new@clinic.example' })).toBeVisible();
    expect(within(await toRow('late@clinic.example')).getByText('Expired 3 Nov 2026')).toBeVisible();
    expect(within(await toRow('Asha Kulkarni (you)')).queryAllByRole('button')).toEqual([]);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'User',
      'Role',
      'Status',
      'Date Added',
      'Actions',
    ]);
  });

  it.each(['DOCTOR', 'EMPLOYEE'] as const)('is read only for a %s [P-11.5]', async (role) => {
    await signedInAs(role, role === 'DOCTOR' ? 'doctor' : 'turf');
    answer([member({ name: 'Pooja Bhandari', may: nothing })], []);
    show();
    const row = within(await toRow('Pooja Bhandari'));
    expect(row.queryByRole('combobox')).toBeNull();
    expect(row.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite User' })).toBeNull();
    expect(screen.getAllByRole('columnheader')).toHaveLength(4);
  });

  it('searches on the server, shows that nobody matches, and goes back to all [P-11.6]', async () => {
    const asha = member({ name: 'Asha' });
    server.routes.set(list, ({ query }) => ({
      json: { items: query.has('search') ? [] : [asha], next: null, givable: [] },
    }));
    const { user } = show();
    await screen.findByText('Asha');
    await user.type(screen.getByPlaceholderText('Search users by name or email'), ' zzz ');
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(server.requestsOf(list).at(-1)?.query.get('search')).toBe('zzz');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('Asha')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Search users' })).toHaveValue('');
  });

  it('loads the next page', async () => {
    server.routes.set(list, ({ query }) =>
      query.get('cursor') === 'second'
        ? { json: { items: [member({ name: 'From page two' })], next: null, givable: [] } }
        : { json: { items: [member({ name: 'From page one' })], next: 'second', givable: [] } },
    );
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('From page two')).toBeVisible();
    expect(screen.getByText('From page one')).toBeVisible();
  });

  it.each([
    [
      'Something went wrong on our side. Please try again.',
      answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
    ],
    ['No connection to Samay. Please check your network and try again.', () => 'drop' as const],
  ])('says what failed, %s, and tries again [P-11.9]', async (message, fault) => {
    server.routes.set(list, fault);
    const { user } = show();
    expect(await screen.findByText(`Failed to fetch users: ${message}`)).toBeVisible();
    answer([member({ name: 'Back again' })]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Back again')).toBeVisible();
    expect(screen.queryByText(/Failed to fetch users/)).toBeNull();
  });

  it('keeps the rows when a refresh fails', async () => {
    answer([member({ name: 'Still here' })]);
    const { client } = show();
    await screen.findByText('Still here');
    server.routes.set(list, () => 'drop');
    void client.invalidateQueries({ queryKey: ['staff'] });
    expect(await screen.findByText(/Failed to fetch users/)).toBeVisible();
    expect(screen.getByText('Still here')).toBeVisible();
  });

  it('follows live updates: staff is fetched again after a change [P-11.13]', async () => {
    answer([member({ name: 'Before' })]);
    const { client } = show();
    await screen.findByText('Before');
    answer([member({ name: 'After' })]);
    void client.invalidateQueries({ queryKey: ['staff'] });
    expect(await screen.findByText('After')).toBeVisible();
  });
});

describe('changing a role', () => {
  const doctor = () => member({ name: 'Dr. Rao', role: 'DOCTOR' });

  it('asks first, then shows the new one', async () => {
    const row = doctor();
    answer([row]);
    const { user } = show();
    await choose(user, await screen.findByRole('combobox', { name: 'Role of Dr. Rao' }), 'Employee');
    expect(
      await screen.findByText(
        'Change the role from Doctor to Employee? The change takes effect immediately.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Role of Dr. Rao', hidden: true })).toHaveValue('Doctor');
    server.routes.set(`PUT /api/staff/${row.id}/role`, () => ({ json: { ...row, role: 'EMPLOYEE' } }));
    answer([{ ...row, role: 'EMPLOYEE' }]);
    await user.click(screen.getByRole('button', { name: 'Change role' }));
    expect(await screen.findByText('Dr. Rao is now Employee')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Role of Dr. Rao' })).toHaveValue('Employee'),
    );
    expect(JSON.parse(server.requestsOf(`PUT /api/staff/${row.id}/role`)[0]?.body ?? '')).toEqual({
      role: 'EMPLOYEE',
    });
  });

  it('offers what can be given here, and the role somebody has [P-16.26]', async () => {
    answer([member({ name: 'Second owner', role: 'BUSINESS_ADMIN' })]);
    const { user } = show();
    await user.click(await screen.findByRole('combobox', { name: 'Role of Second owner' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Business Admin', 'Doctor', 'Employee']);
  });

  it.each([
    ['Failed to update user role', () => 'drop' as const],
    [
      'Cannot change role for pending users',
      answerError(409, 'staff.pending', 'Cannot change role for pending users'),
    ],
    [
      'A business needs at least one owner.',
      answerError(409, 'staff.last_owner', 'A business needs at least one owner.'),
    ],
  ])('stays in the dialog with: %s [P-11.9]', async (text, fault) => {
    const row = doctor();
    answer([row]);
    server.routes.set(`PUT /api/staff/${row.id}/role`, fault);
    const { user } = show();
    await choose(user, await screen.findByRole('combobox', { name: 'Role of Dr. Rao' }), 'Employee');
    await user.click(await screen.findByRole('button', { name: 'Change role' }));
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep role' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('taking away', () => {
  const ways = [
    {
      what: 'a person',
      row: () => member({ name: 'Dr. Rao' }),
      button: 'Remove Dr. Rao',
      question: 'Are you sure you want to remove this user?',
      yes: 'Remove user',
      no: 'Keep user',
      path: (id: string) => `DELETE /api/staff/${id}`,
      done: 'Dr. Rao removed',
      failed: 'Failed to delete user',
    },
    {
      what: 'an invitation',
      row: () => pending({ email: 'new@clinic.example' }),
      button: 'Cancel new@clinic.example',
      question: 'Are you sure you want to cancel this invitation?',
      yes: 'Cancel invitation',
      no: 'Keep invitation',
      path: (id: string) => `DELETE /api/staff/invitations/${id}`,
      done: 'Invitation of new@clinic.example cancelled',
      failed: 'Failed to cancel invitation',
    },
  ];

  it.each(ways)(
    '$what asks for confirmation and removes the row [P-11.10]',
    async ({ row, button, question, yes, path, done }) => {
      const one = row();
      answer([one]);
      const { user } = show();
      await user.click(await screen.findByRole('button', { name: button }));
      expect(await screen.findByText(question)).toBeVisible();
      expect(server.requestsOf(path(one.id))).toHaveLength(0);
      server.routes.set(path(one.id), () => ({ json: null }));
      answer([member({ name: 'Somebody else' })]);
      await user.click(screen.getByRole('button', { name: yes }));
      expect(await screen.findByText(done)).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
    },
  );

  it.each(ways)(
    '$what keeps the row without a confirmation, and when it fails [P-11.9]',
    async ({ row, button, yes, no, path, failed }) => {
      const one = row();
      answer([one]);
      const { user } = show();
      await user.click(await screen.findByRole('button', { name: button }));
      await user.click(await screen.findByRole('button', { name: no }));
      await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus());
      server.routes.set(path(one.id), () => 'drop');
      await user.click(screen.getByRole('button', { name: button }));
      await user.click(await screen.findByRole('button', { name: yes }));
      expect(await screen.findByText(failed)).toBeVisible();
      server.routes.set(
        path(one.id),
        answerError(404, 'not_found', 'This does not exist, or you may not see it.'),
      );
      await user.click(screen.getByRole('button', { name: yes }));
      expect(
        await screen.findByText(
          'Somebody else changed this in the meantime. The list shows the current state.',
        ),
      ).toBeVisible();
    },
  );
});

it('sends an invitation again, and says when that failed', async () => {
  const row = pending({ email: 'new@clinic.example' });
  answer([row]);
  server.routes.set(`POST /api/staff/invitations/${row.id}/sending`, () => ({ json: row }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Send again to new@clinic.example' }));
  expect(await screen.findByText('Invitation sent again to new@clinic.example')).toBeVisible();
  server.routes.set(`POST /api/staff/invitations/${row.id}/sending`, () => 'drop');
  await user.click(screen.getByRole('button', { name: 'Send again to new@clinic.example' }));
  expect(await screen.findByText('Failed to send invitation')).toBeVisible();
});

function answer(items: StaffRow[], givable: Role[] = ['DOCTOR', 'EMPLOYEE']): void {
  server.routes.set(list, () => ({ json: { items, next: null, givable } }));
}

async function toRow(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name)).closest<HTMLElement>('[role="row"]');
  if (!row) throw new Error(`no row of ${name}`);
  return row;
}

async function signedInAs(role: Role, businessType: 'doctor' | 'turf'): Promise<void> {
  await server.close();
  server = await startClinicServer(buildSession({ role, businessType }));
}

const nothing = { changeRole: false, remove: false, resend: false, cancel: false };

function member(with_: Partial<StaffRow> = {}): StaffRow {
  serial += 1;
  return {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    email: `person${serial}@clinic.example`,
    name: `Person ${serial}`,
    role: 'EMPLOYEE',
    status: 'active',
    addedAt: '2026-11-20T04:30:00.000Z',
    invitation: null,
    isSelf: false,
    may: { ...nothing, changeRole: true, remove: true },
    ...with_,
  };
}

function pending(with_: Partial<StaffRow> = {}): StaffRow {
  const invitation = expiring('2026-11-27T04:30:00.000Z');
  return member({
    name: null,
    status: 'pending',
    invitation,
    may: { ...nothing, resend: true, cancel: true },
    ...with_,
  });
}

function expiring(expiresAt: string): NonNullable<StaffRow['invitation']> {
  return { sentAt: '2026-11-20T04:30:00.000Z', expiresAt, isExpired: false };
}
