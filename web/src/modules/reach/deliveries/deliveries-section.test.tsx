import type { Deliveries } from '@samay/contract/reach/deliveries';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';

const path = '/api/deliveries';
const lost = '00000000-0000-4000-8000-0000000000d1';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('shows what arrived, waits and was given up, and why, and tries one or all again [P-12.17]', async () => {
  deliveries(troubled);
  server.routes.set(`POST ${path}/retries`, ({ body }) => {
    deliveries({ kinds: [{ ...well, delivered: 1204 }] });
    return { status: 201, json: { queued: body === '{}' ? 3 : 1 } };
  });
  const { user } = renderSignedIn(server, <DeliveriesSection />);
  const row = await screen.findByRole('row', { name: /Webhook: appointment created/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1,203', '2', '1']);
  expect(screen.getByText('Needs attention')).toBeVisible();
  expect(screen.queryByText('Email to patients')).toBeNull();
  expect(screen.getAllByText('The receiver answered 500.')).toHaveLength(2);
  await user.click(
    screen.getByRole('button', { name: 'Retry Webhook: appointment created of 21 Nov 2026, 10:00 am' }),
  );
  expect(await screen.findByText('1 queued again')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Needs attention')).toBeNull());
  expect(screen.getByRole('row', { name: 'Google Calendar 1,204 0 0' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry all now' })).toBeNull();
  expect(server.requestsOf(`POST ${path}/retries`).map(({ body }) => body)).toEqual([
    JSON.stringify({ delivery: lost }),
  ]);
});

it('says why what came too late is not sent any more, with no button for it [P-12.18]', async () => {
  const [late] = troubled.givenUp ?? [];
  deliveries({ ...troubled, givenUp: late ? [{ ...late, isSuperseded: true }] : [], needsAttention: false });
  renderSignedIn(server, <DeliveriesSection />);
  expect(
    await screen.findByText(/not sent again, because a later message about this appointment was delivered/),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Retry Webhook/ })).toBeNull();
});

it('retries all failed ones together, and reports when that cannot be done [P-12.17]', async () => {
  deliveries(troubled);
  server.routes.set(`POST ${path}/retries`, () => 'drop');
  const { user } = renderSignedIn(server, <DeliveriesSection />);
  await user.click(await screen.findByRole('button', { name: 'Retry all now' }));
  expect(await screen.findByText('It could not be tried again')).toBeVisible();
  expect(server.requestsOf(`POST ${path}/retries`).map(({ body }) => body)).toEqual(['{}']);
});

it('shows that nothing was sent yet, and is hidden from users without the permission', async () => {
  deliveries({});
  const { unmount } = renderSignedIn(server, <DeliveriesSection />);
  expect(await screen.findByText('Nothing has been sent yet')).toBeVisible();
  unmount();
  await server.close();
  server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
  renderSignedIn(server, <DeliveriesSection />);
  await waitFor(() => expect(server.requestsOf('GET /api/session')).toHaveLength(1));
  expect(server.requestsOf(`GET ${path}`)).toEqual([]);
});

const well: Deliveries['kinds'][number] = {
  kind: 'calendar',
  delivered: 0,
  waiting: 0,
  givenUp: 0,
  reason: null,
};
const reason = 'the receiver answered 500';
const troubled: Partial<Deliveries> = {
  kinds: [
    { kind: 'calendar_event', delivered: 1203, waiting: 2, givenUp: 1, reason },
    { ...well, kind: 'booking_mail' },
  ],
  givenUp: [
    {
      id: lost,
      kind: 'calendar_event',
      reason,
      givenUpAt: '2026-11-21T04:30:00.000Z',
      isSuperseded: false,
      isOver: false,
    },
  ],
  needsAttention: true,
};

function deliveries(about: Partial<Deliveries>): void {
  const json: Deliveries = {
    kinds: [well],
    givenUp: [],
    needsAttention: false,
    may: { retry: true },
    ...about,
  };
  server.routes.set(`GET ${path}`, () => ({ json }));
}
