import type { PlatformUser } from '@samay/contract/platform/users';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choose } from '../../../../test/choose.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderFiltered } from '../../../../test/render-filtered.tsx';
import { UsersScreen } from './users-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

const users = 'GET /api/platform/users';

it('shows people with what may be done to each, and asks before it does [P-14.8, P-14.11]', async () => {
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
          may: { delete: false, restore: false, endSessions: false, removeFactor: false },
        }),
      ],
      next: null,
    },
  }));
  server.routes.set('GET /api/platform/tenants', () => ({ json: { items: [], next: null } }));
  server.routes.set(
    `POST /api/platform/users/${id('1')}/deletion`,
    answerError(
      409,
      'account.last_owner',
      'This person is the only owner of a business that has other staff.',
    ),
  );
  server.routes.set(`DELETE /api/platform/users/${id('1')}/second-factor`, () => ({ json: buildUser() }));
  server.routes.set(`DELETE /api/platform/users/${id('1')}/sessions`, () => ({
    json: buildUser({ sessions: 0 }),
  }));
  const { user } = renderFiltered(server, UsersScreen);
  expect(await screen.findByRole('button', { name: 'Delete Dr. Rao' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete Nalini Rao' })).toBeNull();
  expect(within(screen.getByRole('row', { name: /Nalini Rao/ })).getByText('No business')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /W•••/ })).getByText('Pending')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /Dr\. Rao/ })).getByText('Active')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete Dr. Rao' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete user' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  expect(
    await screen.findByText('This person is the only owner of a business that has other staff.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep user' }));
  await user.click(screen.getByRole('button', { name: 'Sign Dr. Rao out' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Sign out everywhere' })).getByRole('button', {
      name: 'Sign out',
    }),
  );
  expect(await screen.findByText('Dr. Rao is signed out everywhere')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove two-step verification of Dr. Rao' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Lost phone' })).getByRole('button', { name: 'Remove' }),
  );
  expect(await screen.findByText('Dr. Rao can sign in with the password alone')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove two-step verification of Nalini Rao' })).toBeNull();
});

it('filters by role and status, and shows that nobody matches', async () => {
  server.routes.set(users, () => ({ json: { items: [], next: null } }));
  server.routes.set('GET /api/platform/tenants', () => ({ json: { items: [], next: null } }));
  const { user } = renderFiltered(server, UsersScreen);
  expect(await screen.findByText('No matching users found')).toBeVisible();
  await choose(user, screen.getByRole('combobox', { name: 'Role' }), 'Doctor');
  await choose(user, screen.getByRole('combobox', { name: 'Status' }), 'Deleted');
  await expect
    .poll(() => Object.fromEntries(server.requestsOf(users).at(-1)?.query ?? []))
    .toEqual({ role: 'DOCTOR', status: 'deleted' });
});

const at = '2026-11-21T04:30:00.000Z';

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
    may: { delete: true, restore: false, endSessions: true, removeFactor: true },
    ...about,
  };
}
