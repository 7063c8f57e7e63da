import type { RecognisedFile } from '@samay/contract/imports/columns';
import type { Import, ImportRow } from '@samay/contract/imports/imports';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ImportScreen } from './import-screen.tsx';

const id = '00000000-0000-4000-8000-0000000000c1';
const checked: Import = {
  id,
  kind: 'people',
  fileName: 'patients.csv',
  heads: ['Jatak', 'Mobile', 'DOB'],
  addedAt: '2026-11-21T04:30:00.000Z',
  addedBy: 'Asha Kulkarni',
  state: 'ready',
  failure: null,
  percent: 100,
  total: 3,
  counts: { new: 1, same: 1, household: 0, changed: 0, refused: 1 },
  doneAt: null,
  undoUntil: null,
  undone: null,
};
const recognised: RecognisedFile = {
  headLine: 1,
  rows: 3,
  columns: [
    { head: 'Jatak', samples: ['Ravi', 'उमा'], target: null, order: 'day', choices: ['name'] },
    { head: 'Mobile', samples: ['98200 11111'], target: 'contact', order: 'day' },
    { head: 'DOB', samples: ['3/4/92'], target: 'born', order: 'day', asksOrder: true },
  ],
};
const row = (line: number, about: Partial<ImportRow>): ImportRow => ({
  line,
  cells: ['Ravi', '98200 11111', ''],
  outcome: 'new',
  problems: [],
  personId: null,
  bookingId: null,
  stayedBecause: null,
  ...about,
});
const refused = row(4, {
  cells: ['=Uma', '9.8E+9', ''],
  outcome: 'refused',
  problems: [{ column: 1, code: 'contact.unreadable', text: 'Excel has cut the end off' }],
});

let server: ClinicServer;
let stored: Import;
beforeEach(async () => {
  server = await startClinicServer();
  stored = checked;
  server.routes.set('GET /api/imports', () => ({ json: { items: [] } }));
  server.routes.set(`GET /api/imports/${id}`, () => ({ json: stored }));
  server.routes.set(`GET /api/imports/${id}/rows`, ({ query }) => {
    const items = [row(2, {}), row(3, { outcome: 'same' }), refused];
    const outcome = query.get('outcome');
    return {
      json: { items: items.filter((each) => outcome === null || each.outcome === outcome), next: null },
    };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

const csv = () =>
  new File(['Jatak,Mobile,DOB\nRavi,98200 11111,3/4/92\n'], 'patients.csv', { type: 'text/csv' });

async function chooseFile() {
  const shown = renderSignedIn(server, <ImportScreen />);
  await screen.findByText('No file has been brought in yet');
  await shown.user.upload(screen.getByLabelText('File'), csv());
  return shown;
}

function showEarlier(about: Partial<Import> = {}) {
  stored = { ...checked, ...about };
  server.routes.set('GET /api/imports', () => ({ json: { items: [stored] } }));
  return renderSignedIn(server, <ImportScreen />);
}

it('asks what the columns are, insists on what is needed, and shows each row before anything is brought in [P-15.65]', async () => {
  server.routes.set('POST /api/import-columns', () => ({ json: recognised }));
  server.routes.set('POST /api/imports', () => ({ status: 201, json: { ...checked, state: 'reading' } }));
  const { user } = await chooseFile();
  const columns = within(await screen.findByRole('region', { name: 'Columns of the file' }));
  expect(columns.getByText(/3 patients in this file/)).toBeVisible();
  await user.click(columns.getByRole('button', { name: 'Check the rows' }));
  expect(columns.getByText('Please choose the column with: name')).toBeVisible();
  await user.selectOptions(columns.getByRole('combobox', { name: 'What is Jatak?' }), 'Name');
  await user.selectOptions(
    columns.getByRole('combobox', { name: 'Which part of the dates in DOB is the day?' }),
    '3/4/26 is 4 March',
  );
  document.documentElement.scrollTop = 500;
  await user.click(columns.getByRole('button', { name: 'Check the rows' }));
  const [sent] = await waitFor(() => {
    const requests = server.requestsOf('POST /api/imports');
    expect(requests).toHaveLength(1);
    return requests;
  });
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({
    kind: 'people',
    columns: 'name,contact,born/month',
  });
  expect(await screen.findByText('3 rows were checked. Nothing has been brought in yet.')).toBeVisible();
  expect(document.documentElement.scrollTop).toBe(0);
  const table = await screen.findByRole('table', { name: 'Rows of the file' });
  const [, , , last] = within(table).getAllByRole('row');
  expect(last).toHaveTextContent('9.8E+9');
  expect(within(table).getByText('Excel has cut the end off')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Needs work 1' }));
  await waitFor(() => expect(screen.queryByText('Known already')).toBeNull());
});

it('says why a file is refused, and lets another one be chosen', async () => {
  const sentence = 'This file is damaged or incomplete. Please open it and save it again.';
  server.routes.set('POST /api/import-columns', answerError(415, 'import.damaged', sentence));
  const { user } = await chooseFile();
  expect(await screen.findByText(sentence)).toBeVisible();
  server.routes.set('POST /api/import-columns', () => ({ json: { ...recognised, isRemembered: true } }));
  await user.upload(screen.getByLabelText('File'), csv());
  expect(await screen.findByText(/as you chose them for the last file/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeVisible();
});

it('brings a file in, shows how far it is, and what came of it [P-15.65]', async () => {
  const { user } = showEarlier();
  await user.click(await screen.findByRole('button', { name: 'patients.csv' }));
  server.routes.set(`POST /api/imports/${id}/run`, () => {
    stored = { ...checked, state: 'running', percent: 40 };
    return { status: 201, json: stored };
  });
  await user.click(await screen.findByRole('button', { name: 'Bring in 1 patient' }));
  const section = within(await screen.findByRole('region', { name: 'patients.csv' }));
  expect(await section.findByText(/Being brought in: 40 %/)).toBeVisible();
  expect(section.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '40');
  stored = { ...checked, state: 'done', undoUntil: '2026-11-28T04:30:00.000Z' };
  expect(await section.findByText('Brought in: 1 patient added.', {}, { timeout: 5000 })).toBeVisible();
});

it('downloads the rows that need work with their reasons, none of whose cells is calculated [P-15.66]', async () => {
  const saved: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => String(saved.push(blob)),
      revokeObjectURL: () => undefined,
    }),
  );
  const { user } = showEarlier();
  await user.click(await screen.findByRole('button', { name: 'patients.csv' }));
  await user.click(await screen.findByRole('button', { name: 'Download rows that need work' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect((await saved[0]?.text())?.split('\r\n')).toEqual([
    'Jatak,Mobile,DOB,Reason',
    "'=Uma,9.8E+9,,Excel has cut the end off",
  ]);
});

it('asks before it takes a file back, and lists what stayed [P-15.67]', async () => {
  const { user } = showEarlier({ state: 'done', undoUntil: '2026-11-28T04:30:00.000Z' });
  await user.click(await screen.findByRole('button', { name: 'patients.csv' }));
  await user.click(await screen.findByRole('button', { name: 'Take back…' }));
  server.routes.set(`DELETE /api/imports/${id}/run`, () => {
    stored = { ...checked, state: 'undone', undone: { removed: 0, stayed: 1 } };
    return { json: stored };
  });
  server.routes.set(`GET /api/imports/${id}/rows`, () => ({
    json: { items: [row(2, { stayedBecause: 'booked' })], next: null },
  }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take back' }));
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  const section = within(await screen.findByRole('region', { name: 'patients.csv' }));
  expect(await section.findByText('Taken back: 0 removed, 1 stayed.')).toBeVisible();
  await user.click(section.getByRole('radio', { name: 'Stayed 1' }));
  expect(await section.findByText('Stays: was booked for since')).toBeVisible();
});

it('takes bookings of a ground, without the facts of patients, and shows what is in their way [P-15.68]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  const bookings: Import = { ...checked, kind: 'bookings', fileName: 'bookings.csv' };
  server.routes.set('POST /api/import-columns', () => ({
    json: {
      ...recognised,
      columns: [
        { head: 'Player', samples: ['Ravi'], target: 'name', order: 'day' },
        { head: 'Mobile', samples: ['98200 11111'], target: 'contact', order: 'day' },
        { head: 'Date', samples: ['3/4/26'], target: 'date', order: 'day' },
        { head: 'Age', samples: ['34'], target: 'born', order: 'day', choices: ['born', 'minutes'] },
      ],
    },
  }));
  server.routes.set('POST /api/imports', () => {
    stored = bookings;
    return { status: 201, json: bookings };
  });
  server.routes.set('GET /api/imports', () => ({ json: { items: [] } }));
  server.routes.set(`GET /api/imports/${id}`, () => ({ json: stored }));
  server.routes.set(`GET /api/imports/${id}/words`, () => ({
    json: { words: [], further: { service: 0, resource: 0 }, services: [], resources: [] },
  }));
  server.routes.set(`GET /api/imports/${id}/rows`, () => ({
    json: {
      items: [
        row(4, {
          outcome: 'refused',
          problems: [{ column: null, code: 'time.taken', text: 'This time is taken by Uma (18:00, B7)' }],
        }),
      ],
      next: null,
    },
  }));
  const { user } = renderSignedIn(server, <ImportScreen />);
  await screen.findByText('No file has been brought in yet');
  await user.click(screen.getByRole('radio', { name: 'Bookings' }));
  await user.upload(screen.getByLabelText('File'), csv());
  const columns = within(await screen.findByRole('region', { name: 'Columns of the file' }));
  const age = within(columns.getByRole('combobox', { name: 'What is Age?' }));
  const offered = age.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered).toEqual(expect.arrayContaining(['Left out', 'Date', 'Court', 'Amount paid']));
  for (const fact of ['Sex', 'Age or date of birth', 'Parent or guardian'])
    expect(offered).not.toContain(fact);
  expect(columns.getByText('Could be: Length in minutes')).toBeVisible();
  await user.click(columns.getByRole('button', { name: 'Check the rows' }));
  const section = within(await screen.findByRole('region', { name: 'bookings.csv' }));
  const [sent] = server.requestsOf('POST /api/imports');
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({ kind: 'bookings', columns: 'name,contact,date,-' });
  expect(await section.findByText('This time is taken by Uma (18:00, B7)')).toBeVisible();
  expect(section.getByRole('button', { name: 'Bring in 1 booking' })).toBeVisible();
  expect(section.getAllByRole('radio')).toHaveLength(4);
});
