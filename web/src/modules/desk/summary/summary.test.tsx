import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSummary, buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { SummaryLine } from './summary-line.tsx';
import { SummarySection } from './summary-section.tsx';
import { daysText, shorterText } from './wording.ts';

const summary = 'GET /api/summary';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

/** Returns the links of a row, with the address that each opens. */
async function findLinks(table: string, row: RegExp): Promise<[string, string][]> {
  const cells = within(
    within(await screen.findByRole('table', { name: table })).getByRole('row', { name: row }),
  );
  return cells
    .getAllByRole('link')
    .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);
}

describe('the numbers', () => {
  it('stand for today, this month and the same days of the last, and each opens its rows [P-10.19]', async () => {
    renderSignedIn(server, <SummarySection />);
    const heads = within(await screen.findByRole('table', { name: 'At a glance' })).getAllByRole(
      'columnheader',
    );
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Number', 'Today', '1–23 Nov', '1–23 Oct']);
    const revenue = '/dashboard/revenue?period=custom';
    const list = '/dashboard/appointments?since';
    expect(await findLinks('At a glance', /^Revenue/)).toEqual([
      ['₹700from 1 appointment', `${revenue}&from=2026-11-23&to=2026-11-23#transactions`],
      ['₹1,12,000from 120 appointments', `${revenue}&from=2026-11-01&to=2026-11-23#transactions`],
      ['₹1,00,000from 110 appointments', `${revenue}&from=2026-10-01&to=2026-10-23#transactions`],
    ]);
    expect(screen.getByText('▲ 12%')).toBeVisible();
    expect(await findLinks('At a glance', /^Due/)).toEqual([
      ['₹500from 2 appointments', `${list}=2026-11-23&until=2026-11-23&due=yes`],
      ['₹0from 0 appointments', `${list}=2026-11-01&until=2026-11-23&due=yes`],
      ['₹90,000from the latest 1,000 appointments', `${list}=2026-10-01&until=2026-10-23&due=yes`],
    ]);
    const [, missed] = await findLinks('At a glance', /^No-shows/);
    expect(missed).toEqual(['4', `${list}=2026-11-01&until=2026-11-23&status=no_show`]);
    const [, came] = await findLinks('At a glance', /^New patients/);
    expect(came).toEqual(['30', '/dashboard/patients?since=2026-11-01&until=2026-11-23']);
    expect((await findLinks('At a glance', /^Open time sold/)).map(([text]) => text)).toEqual([
      '—closed',
      '33%53 of 160 h',
      '5%0.5 of 9.5 h',
    ]);
    const [, sold] = await findLinks('At a glance', /^Open time sold/);
    expect(sold?.[1]).toBe(`${list}=2026-11-01&until=2026-11-23&occupies=yes`);
    const [today] = await findLinks('Revenue by payment method', /^UPI/);
    expect(today?.[1]).toBe(`${revenue}&from=2026-11-23&to=2026-11-23&method=UPI#transactions`);
    const [, rao] = await findLinks('Revenue by doctor', /^Dr\. Kavita Rao/);
    expect(rao?.[1]).toBe(
      `${revenue}&from=2026-11-01&to=2026-11-23&resource=00000000-0000-4000-8000-0000000000d1#transactions`,
    );
  });

  it('have a turf’s words and addresses, and a row for what no court has', async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    const [court] = buildSummary().resources;
    server.routes.set(summary, () => ({
      json: buildSummary({ resources: court ? [{ ...court, id: null, name: null }] : [] }),
    }));
    renderSignedIn(server, <SummarySection />);
    const [, came] = await findLinks('At a glance', /^New customers/);
    expect(came?.[1]).toMatch(/^\/turf-dashboard\/customers\?/);
    const [, none] = await findLinks('Revenue by court', /^No court/);
    expect(none?.[1]).toMatch(/^\/turf-dashboard\/revenue\?.*&resource=none#transactions$/);
  });

  it('are drawn by day, with the same in a table [P-10.22]', async () => {
    renderSignedIn(server, <SummarySection />);
    const plot = await screen.findByRole('figure', { name: 'Revenue each day of Nov and Oct' });
    const rows = within(plot).getAllByRole('row', { hidden: true });
    expect(rows.map(({ textContent }) => textContent)).toEqual(['DayNovOct', '2₹0₹400', '23₹700₹0']);
    expect(plot.querySelectorAll('rect[height="100"]')).toHaveLength(1);
    expect(plot.querySelectorAll('rect')).toHaveLength(62);
  });

  it('say what the plan hides, and when they cannot be loaded [P-10.20]', async () => {
    server.routes.set(summary, answerError(500, 'server.fault', 'Something went wrong.'));
    const { user } = renderSignedIn(server, <SummarySection />);
    expect(await screen.findByText('Failed to load the numbers')).toBeVisible();
    server.routes.set(summary, () => ({
      json: buildSummary({ hidden: 2, byDay: [], methods: [], resources: [] }),
    }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(
      await screen.findByText(
        /^2 appointments are beyond your plan's limit: counted in what is taken and sold/,
      ),
    ).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Revenue each day' })).toBeNull();
    expect(screen.queryByRole('table', { name: 'Revenue by doctor' })).toBeNull();
  });
});

it('says on home what was taken today and this month, what is due, and leads to the numbers [P-10.23]', async () => {
  renderSignedIn(server, <SummaryLine />);
  const line = await screen.findByRole('link', {
    name: 'Revenue today ₹700 · ₹500 due today Revenue 1–23 Nov ₹1,12,000 ▲ 12%',
  });
  expect(line).toHaveAttribute('href', '/dashboard/revenue');
});

it.each([
  ['2026-11-01', '2026-11-01', '1 Nov'],
  ['2026-10-01', '2026-10-23', '1–23 Oct'],
])('names the days from %s to %s', (from, to, text) => {
  expect(daysText({ from, to })).toBe(text);
});

it('says that the last month is too short for the same days [P-10.18]', () => {
  const march = {
    today: { from: '2026-03-31', to: '2026-03-31' },
    month: { from: '2026-03-01', to: '2026-03-31' },
  };
  expect(shorterText({ ...march, before: { from: '2026-02-01', to: '2026-02-28' } })).toBe(
    'Compared with 1–28 Feb: that month has no 31st.',
  );
  expect(shorterText(buildSummary().days)).toBeUndefined();
});
