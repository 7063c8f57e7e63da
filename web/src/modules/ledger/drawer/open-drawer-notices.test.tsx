import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildDrawers, buildOpenDrawer, ravi } from '../../../../test/drawers.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { OpenDrawerNotices } from './open-drawer-notices.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

const today = indiaDate(now());
/** One minute to midnight, and midnight, in India. */
const lastMinute = `${addDays(today, -1)}T18:29:00.000Z`;
const midnight = `${addDays(today, -1)}T18:30:00.000Z`;

it('tells of each drawer that is open since an earlier day of India, with a link to it [P-9.39]', async () => {
  const open = [
    buildOpenDrawer({ firstAt: lastMinute }),
    buildOpenDrawer({ holder: null, firstAt: '2026-01-05T05:00:00.000Z' }),
    buildOpenDrawer({ holder: { id: 'today', name: 'Sunita Patil' }, firstAt: midnight }),
  ];
  server.routes.set('GET /api/drawers', () => ({ json: buildDrawers({ open }) }));
  renderSignedIn(server, <OpenDrawerNotices path="/dashboard/money" />);
  const notices = await screen.findAllByRole('note');
  expect(notices.map(({ textContent }) => textContent)).toEqual([
    "Ravi Deshmukh's drawer of yesterday is open (₹4,300 in cash)",
    "The desk's drawer of 5 Jan 2026 is open (₹4,300 in cash)",
  ]);
  expect(screen.getByRole('link', { name: /^Ravi Deshmukh's drawer of yesterday/ })).toHaveAttribute(
    'href',
    `/dashboard/money?holder=${ravi.id}&close=yes`,
  );
});
