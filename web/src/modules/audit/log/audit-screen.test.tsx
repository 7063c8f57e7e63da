import type { AuditLine } from '@samay/contract/audit/audit-log';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choose } from '../../../../test/choose.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import type { AuditScope } from './api.ts';
import { AuditScreen } from './audit-screen.tsx';

const own = 'GET /api/audit';
let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/audit/people', () => ({
    json: { people: [{ id: id('2'), name: 'Pooja Bhandari' }] },
  }));
});
afterEach(() => server.close());

it('shows who did what and when [P-16.47]', async () => {
  answer([
    line({
      subject: { name: 'Sunita Patil' },
      detail: {
        date: '2026-11-27',
        time: '17:00',
        before: { status: 'scheduled' },
        after: { status: 'cancelled' },
      },
    }),
    line({ id: id('3'), actor: null, action: 'session.refused' }),
    line({ id: id('4'), actor: null, action: 'appointment.coming', detail: { by: 'guest' } }),
  ]);
  show();
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  expect(table.getByText('Appointment cancelled')).toBeVisible();
  expect(table.getByText('Pooja Bhandari')).toBeVisible();
  expect(table.getAllByText('21 Nov 2026, 10:00 am')).toHaveLength(3);
  expect(table.getByText('Sunita Patil, 27 Nov 5:00 pm: Scheduled → Cancelled')).toBeVisible();
  expect(table.getByText('Nobody signed in')).toBeVisible();
  expect(table.getByText('The patient, by their link')).toBeVisible();
});

it('has no column of ids, and none in the details [P-8.40]', async () => {
  answer([
    line({ action: 'service.changed', detail: { service: id('7'), resources: [id('8')], isOn: true } }),
  ]);
  show();
  const table = within(await screen.findByRole('table', { name: 'Audit log' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'What',
    'Who',
    'When (IST)',
  ]);
  expect(table.getByText('Turned on')).toBeVisible();
  expect(table.queryByText(/00000000/)).toBeNull();
});

it('asks by kind, person and day, and clears them again [P-15.1, P-16.26]', async () => {
  answer([]);
  const { user } = show();
  expect(await screen.findByText('Nothing has happened yet')).toBeVisible();
  await choose(user, screen.getByRole('combobox', { name: 'What' }), 'Appointments');
  await choose(user, screen.getByRole('combobox', { name: 'Who' }), 'Pooja Bhandari');
  await user.type(screen.getByRole('textbox', { name: 'Day' }), '21 Nov 2026{Enter}');
  await expect
    .poll(() => Object.fromEntries(server.requestsOf(own).at(-1)?.query ?? []))
    .toEqual({ action: 'appointment', actor: id('2'), day: '2026-11-21' });
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Nothing has happened yet')).toBeVisible();
});

it("reads the platform's log for a super admin, and a business's when one is chosen", async () => {
  server.routes.set('GET /api/platform/audit', () => ({ json: { items: [line()], next: null } }));
  show({ of: 'platform', business: id('9') });
  expect(await screen.findByText('Appointment cancelled')).toBeVisible();
  expect(Object.fromEntries(server.requestsOf('GET /api/platform/audit').at(-1)?.query ?? [])).toEqual({
    business: id('9'),
  });
  expect(screen.queryByRole('combobox', { name: 'Who' })).toBeNull();
});

it('says when it cannot load, and tries again', async () => {
  server.routes.set(
    own,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = show();
  expect(await screen.findByText('Failed to load the audit log')).toBeVisible();
  answer([line()]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Appointment cancelled')).toBeVisible();
});

function show(scope: AuditScope = { of: 'business' }) {
  function Kept() {
    const [filters, setFilters] = useState<Record<string, string>>({});
    return <AuditScreen scope={scope} hint="" filters={filters} onFiltersChange={setFilters} />;
  }
  return renderSignedIn(server, <Kept />);
}

function answer(items: AuditLine[]): void {
  server.routes.set(own, () => ({ json: { items, next: null } }));
}

function id(place: string): string {
  return `00000000-0000-4000-8000-00000000000${place}`;
}

function line(about: Partial<AuditLine> = {}): AuditLine {
  return {
    id: id('1'),
    at: '2026-11-21T04:30:00.000Z',
    actor: { id: id('2'), name: 'Pooja Bhandari' },
    action: 'appointment.cancelled',
    object: id('4'),
    detail: {},
    subject: null,
    names: {},
    reason: null,
    ...about,
  };
}
