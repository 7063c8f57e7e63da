import type { Import } from '@samay/contract/imports/imports';
import type { ImportWords } from '@samay/contract/imports/words';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ImportScreen } from './import-screen.tsx';

const id = '00000000-0000-4000-8000-0000000000c1';
const rao = '00000000-0000-4000-8000-0000000000d1';
const checked: Import = {
  id,
  kind: 'bookings',
  fileName: 'bookings.csv',
  heads: ['Patient', 'Doctor'],
  addedAt: '2026-11-21T04:30:00.000Z',
  addedBy: 'Asha Kulkarni',
  state: 'ready',
  failure: null,
  percent: 100,
  total: 3,
  counts: { new: 2, same: 0, household: 0, changed: 0, refused: 1 },
  doneAt: null,
  undoUntil: null,
  undone: null,
};
const asked: ImportWords = {
  needsCheck: false,
  words: [
    { kind: 'service', word: 'ECG', rows: 2, chosen: null, suggested: null, mayBeAdded: true },
    { kind: 'resource', word: 'MEENA', rows: 1_200, chosen: null, suggested: rao, mayBeAdded: true },
    { kind: 'resource', word: 'Dr. Iyer', rows: 1, chosen: null, suggested: null, mayBeAdded: true },
  ],
  further: { service: 7, resource: 0 },
  services: [],
  resources: [{ id: rao, name: 'Dr. Meena Rao' }],
};

let server: ClinicServer;
let found: Import;
let words: ImportWords;
beforeEach(async () => {
  server = await startClinicServer();
  words = asked;
  found = checked;
  server.routes.set('GET /api/imports', () => ({ json: { items: [checked] } }));
  server.routes.set(`GET /api/imports/${id}`, () => ({ json: found }));
  server.routes.set(`GET /api/imports/${id}/words`, () => ({ json: words }));
  server.routes.set(`GET /api/imports/${id}/rows`, () => ({ json: { items: [], next: null } }));
});
afterEach(() => server.close());

it('asks what the words of a file mean before it can be brought in, and again where they are changed [P-15.91, P-15.96]', async () => {
  server.routes.set(`PUT /api/imports/${id}/words`, () => {
    const chosen = { use: 'as_written' as const };
    words = { ...asked, words: asked.words.map((word) => ({ ...word, chosen })) };
    return { json: checked };
  });
  const { user } = renderSignedIn(server, <ImportScreen />);
  await user.click(await screen.findByRole('button', { name: 'bookings.csv' }));
  const form = within(await screen.findByRole('region', { name: 'Words of the file' }));
  expect(screen.queryByRole('button', { name: 'Bring in 2 appointments' })).toBeNull();
  expect(form.getByText('1,200 rows')).toBeVisible();
  expect(form.getByText(/7 further words are not listed/)).toBeVisible();
  expect(form.getByRole('combobox', { name: 'What is “MEENA”?' })).toHaveDisplayValue('Dr. Meena Rao');
  expect(form.getByText('Suggested, because it looks alike')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Check with these choices' }));
  expect(form.getByText('Please choose for each doctor of the file.')).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: 'What is “Dr. Iyer”?' }), 'Add it as a doctor');
  await user.selectOptions(form.getByRole('combobox', { name: 'What is “ECG”?' }), 'Leave these rows out');
  await user.click(form.getByRole('button', { name: 'Check with these choices' }));
  expect(await screen.findByRole('button', { name: 'Bring in 2 appointments' })).toBeVisible();
  const [sent] = server.requestsOf(`PUT /api/imports/${id}/words`);
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    words: [
      { kind: 'service', word: 'ECG', chosen: { use: 'left_out' } },
      { kind: 'resource', word: 'MEENA', chosen: { use: 'existing', id: rao } },
      { kind: 'resource', word: 'Dr. Iyer', chosen: { use: 'added' } },
    ],
  });
  expect(screen.getByText('You chose what 3 words of the file mean.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(server.requestsOf(`PUT /api/imports/${id}/words`)).toHaveLength(2));
  expect(server.requestsOf(`PUT /api/imports/${id}/words`)[1]?.body).toBe('{"words":[]}');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Bring in 2 appointments' })).toBeNull());
});

it('says that a column has too many words to ask for, also where nothing else is asked [P-15.98]', async () => {
  words = { ...asked, words: [], further: { service: 0, resource: 199_800 } };
  const { user } = renderSignedIn(server, <ImportScreen />);
  await user.click(await screen.findByRole('button', { name: 'bookings.csv' }));
  expect(await screen.findByText(/The column of the doctors has 1,99,800 different words/)).toBeVisible();
  expect(screen.getByText(/those to come are refused where they name none of your doctors/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Bring in 2 appointments' })).toBeVisible();
});

it.each([true, false])(
  'offers another check of a file without refused rows where that finds its words: %s [P-15.99]',
  async (needsCheck) => {
    found = { ...checked, counts: { new: 3, same: 0, household: 0, changed: 0, refused: 0 } };
    words = { ...asked, words: [], further: { service: 0, resource: 0 }, needsCheck };
    const { user } = renderSignedIn(server, <ImportScreen />);
    await user.click(await screen.findByRole('button', { name: 'bookings.csv' }));
    expect(await screen.findByRole('button', { name: 'Bring in 3 appointments' })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Check again' })).toHaveLength(needsCheck ? 1 : 0);
  },
);

it('offers reminders of bookings to come, which are off at first [P-15.92]', async () => {
  words = { ...asked, words: [] };
  server.routes.set(`POST /api/imports/${id}/run`, () => ({ status: 201, json: checked }));
  const { user } = renderSignedIn(server, <ImportScreen />);
  await user.click(await screen.findByRole('button', { name: 'bookings.csv' }));
  const bring = await screen.findByRole('button', { name: 'Bring in 2 appointments' });
  const sent = () =>
    server.requestsOf(`POST /api/imports/${id}/run`).map(({ query }) => query.get('reminders'));
  await user.click(bring);
  await waitFor(() => expect(sent()).toEqual([null]));
  await waitFor(() => expect(bring).toBeEnabled());
  await user.click(screen.getByRole('checkbox', { name: 'Remind people of appointments to come' }));
  await user.click(bring);
  await waitFor(() => expect(sent()).toEqual([null, 'yes']));
});
