import type { SystemStatus } from '@samay/contract/platform/status';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { StatusScreen } from './status-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

const at = '2026-11-21T04:30:00.000Z';
const idle = { isSetUp: true, waiting: 0, retrying: 0, givenUp: 0, replayable: 0, dueSince: null };
const quiet: SystemStatus = {
  at,
  version: '1.4.0',
  backupAt: '2026-11-21T01:00:00.000Z',
  restoreDrillAt: '2026-11-14T01:00:00.000Z',
  jobs: [{ name: 'sweep files', lastSuccessAt: at, everySeconds: 3600, late: false }],
  channels: [
    { ...idle, channel: 'mail' },
    { ...idle, channel: 'calendar', isSetUp: false },
    { ...idle, channel: 'webhook' },
  ],
  outbox: [],
  database: {
    kind: 'postgres',
    bytes: 1_204_000_000,
    tables: [{ name: 'appointments', bytes: 900_000_000, rows: 1_234_567 }],
  },
  largest: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'City Care',
      rows: 123_456,
      newRows: 1200,
      bytes: 90_000_000,
    },
  ],
  busiest: {
    since: '2026-11-21T03:30:00.000Z',
    businesses: [{ id: '00000000-0000-4000-8000-000000000001', name: 'City Care', rows: 80 }],
  },
  statements: { state: 'listed', slowest: [{ text: 'select 1', calls: 1200, meanMs: 2.44, totalMs: 2928 }] },
};

function show(status: SystemStatus) {
  server.routes.set('GET /api/platform/status', () => ({ json: status }));
  return renderSignedIn(server, <StatusScreen />);
}
const table = async (name: string) => within(await screen.findByRole('table', { name }));

describe('the system status', () => {
  it('shows jobs, deliveries, the database and who uses it most, without an alarm on a quiet day [O-5.11]', async () => {
    show(quiet);
    expect(await screen.findByText(/^Samay 1\.4\.0, as of /)).toBeVisible();
    expect((await table('Jobs')).getByText('sweep files')).toBeVisible();
    expect((await table('Largest businesses')).getByText('1,23,456')).toBeVisible();
    expect((await table('Busiest businesses')).getByText('80')).toBeVisible();
    expect((await table('Largest tables')).getByText('900 MB')).toBeVisible();
    expect((await table('Slowest statements')).getByText('2.4 ms')).toBeVisible();
    expect(screen.getByText('Nothing waits in the outbox.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry all now' })).toBeNull();
  });

  it('says first what an operator should look at [O-5.11]', async () => {
    const channels = quiet.channels.map((channel) =>
      channel.channel === 'webhook'
        ? { ...channel, dueSince: '2026-11-21T04:00:00.000Z' }
        : { ...channel, waiting: 3 },
    );
    show({
      ...quiet,
      backupAt: null,
      restoreDrillAt: '2026-10-01T00:00:00.000Z',
      jobs: quiet.jobs.map((job) => ({ ...job, late: true })),
      channels,
    });
    const lines = within(await screen.findByRole('alert')).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'No backup was made yet.',
      'No backup was restored as a drill for 35 days.',
      'Late: sweep files.',
      'Webhooks: what is due has waited for a quarter of an hour.',
      'Google Calendar: 3 wait until it is set up.',
    ]);
  });

  it('sends what failed again after saying how much goes out, and says when it could not [O-3.11]', async () => {
    const [mail, calendar, webhook] = quiet.channels;
    if (!mail || !calendar || !webhook) throw new Error('a channel is missing');
    const failed = [
      { ...mail, retrying: 1, replayable: 1 },
      calendar,
      { ...webhook, givenUp: 1300, replayable: 1204 },
    ];
    server.routes.set('POST /api/platform/deliveries/retries', answerError(503, 'server.fault', 'Not said.'));
    const { user } = show({ ...quiet, channels: failed });
    expect((await table('Channels')).getByText('1,300')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry all now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry all now' }));
    expect(dialog.getByText(/^Send 1 email and 1,204 webhooks of all businesses again now\?/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Retry now' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('It could not be tried again');
    server.routes.set('POST /api/platform/deliveries/retries', () => {
      server.routes.set('GET /api/platform/status', () => ({ json: quiet }));
      return { status: 201, json: { queued: 1205 } };
    });
    await user.click(dialog.getByRole('button', { name: 'Retry now' }));
    expect(await screen.findByText('1,205 queued again')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry all now' })).toBeNull());
  });

  it.each([
    ['absent', /pg_stat_statements is not installed/],
    ['unreadable', /may not read it/],
  ] as const)('says plainly where statistics of statements are %s', async (state, sentence) => {
    show({ ...quiet, statements: { state, slowest: [] } });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('of a new installation says what is not there yet', async () => {
    show({ ...quiet, jobs: [], largest: [], busiest: { ...quiet.busiest, businesses: [] } });
    expect(await screen.findByText(/No job has succeeded yet/)).toBeVisible();
    expect(screen.getByText('Nobody has booked yet.')).toBeVisible();
    expect(screen.getByText('Nobody has changed anything within the last hour.')).toBeVisible();
  });

  it('says when it cannot load, and tries again', async () => {
    server.routes.set(
      'GET /api/platform/status',
      answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
    );
    const { user } = renderSignedIn(server, <StatusScreen />);
    expect(await screen.findByText('Failed to load the status')).toBeVisible();
    server.routes.set('GET /api/platform/status', () => ({ json: quiet }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await table('Jobs')).getByText('sweep files')).toBeVisible();
  });
});
