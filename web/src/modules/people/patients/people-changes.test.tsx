import { screen, waitFor, within } from '@testing-library/react';
import type { PatientDetails } from '@samay/contract/people/patients';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { PatientScreen } from './patient-screen.tsx';

const id = '00000000-0000-4000-8000-0000000000aa';
const otherId = '00000000-0000-4000-8000-0000000000bb';
const path = `/api/patients/${id}`;
const meera: PatientDetails = {
  id,
  name: 'Meera Joshi',
  email: 'meera@people.example',
  contact: '+91 98200 11223',
  born: '1992',
  sex: 'female',
  guardian: null,
  about: '34 F',
  bookings: 2,
  lastVisit: '2026-11-10',
  nextVisit: null,
  completed: 1,
  cancelled: 0,
  noShows: 0,
  prescriptions: 0,
  revenue: 0,
  advance: 0,
  owing: [],
  householdOwing: [],
  household: [{ id: otherId, name: 'Mira Joshi', lastVisit: '2026-11-02', isAlike: false }],
  merges: [],
};
const merged: PatientDetails = {
  ...meera,
  bookings: 3,
  household: [],
  merges: [
    {
      id: otherId,
      name: 'Mira Joshi',
      email: null,
      contact: '+91 98200 11223',
      mergedAt: '2026-11-21T04:30:00.000Z',
      mayUndo: true,
    },
  ],
};
/** A person with this number, and an almost equal name. */
const alike = { id: `${id.slice(0, -1)}c`, name: 'Joshi Meera', lastVisit: null, isAlike: true };
let server: ClinicServer;
let now: PatientDetails;

const NoNotices = () => null;

async function show(session = buildSession(), patient = meera) {
  server = await startClinicServer(session);
  now = patient;
  server.routes.set(`GET ${path}`, () => ({ json: now }));
  server.routes.set(`GET ${path}/appointments`, () => ({ json: { items: [], next: null } }));
  const onOpen = vi.fn();
  return {
    onOpen,
    ...renderSignedIn(
      server,
      <PatientScreen id={id} onBack={() => undefined} onOpen={onOpen} Notices={NoNotices} />,
    ),
  };
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => server.close());

it('lists the others of the same number, each one press away [P-7.19]', async () => {
  const { user, onOpen } = await show();
  const household = within(await screen.findByRole('region', { name: 'Same number' }));
  await user.click(household.getByRole('button', { name: 'Mira Joshi Last visit 2 Nov 2026' }));
  expect(onOpen).toHaveBeenCalledWith(otherId);
});

it('merges somebody of the same number after saying what happens, and undoes it from the toast [P-7.21]', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge into this patient' }));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(dialog.getByText('Please choose a patient')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'Mira Joshi' }));
  expect(
    dialog.getByText(
      /The appointments of Mira Joshi will be shown with Meera Joshi\..*undo this for 30 days/,
    ),
  ).toBeVisible();
  server.routes.set(`POST ${path}/merges`, () => ((now = merged), { status: 201, json: merged }));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Mira Joshi merged into Meera Joshi')).toBeVisible();
  expect(server.requestsOf(`POST ${path}/merges`).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { otherId },
  ]);
  const merges = within(await screen.findByRole('region', { name: 'Merged into this patient' }));
  expect(merges.getByText('+91 98200 11223 · merged on 21 Nov 2026')).toBeVisible();
  server.routes.set(`DELETE ${path}/merges/${otherId}`, () => ((now = meera), { json: meera }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Merge undone')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Same number' })).toBeVisible();
});

it('proposes to merge who is written almost the same [P-7.20]', async () => {
  const { user } = await show(buildSession(), { ...meera, household: [...meera.household, alike] });
  const household = within(await screen.findByRole('region', { name: 'Same number' }));
  await user.click(await household.findByRole('button', { name: 'Merge … Joshi Meera' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge into this patient' }));
  expect(dialog.getByRole('radio', { name: 'Joshi Meera' })).toBeChecked();
  expect(dialog.getByText(/The appointments of Joshi Meera will be shown with Meera Joshi/)).toBeVisible();
});

it('looks up who has another number, and says why a merge is refused', async () => {
  const { user } = await show();
  const found = {
    id: '00000000-0000-4000-8000-0000000000cc',
    name: 'Kamala',
    email: null,
    contact: '98300 00001',
    lastVisit: null,
  };
  server.routes.set('GET /api/people', () => ({
    json: { items: [{ ...found, id, name: 'Meera Joshi' }, found] },
  }));
  server.routes.set(
    `POST ${path}/merges`,
    answerError(409, 'person.has_merges', 'Others were merged into this patient.'),
  );
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge into this patient' }));
  await user.type(dialog.getByRole('searchbox'), '983');
  await user.click(await dialog.findByRole('radio', { name: 'Kamala' }));
  expect(dialog.getByText('98300 00001 · No visit yet')).toBeVisible();
  expect(dialog.queryByRole('radio', { name: 'Meera Joshi' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await dialog.findByText('Others were merged into this patient.')).toBeVisible();
});

it('undoes a merge on the page as long as it can be undone [P-7.21]', async () => {
  const { user, onOpen } = await show();
  now = {
    ...merged,
    merges: [...merged.merges, { ...merged.merges[0]!, id, name: 'Long ago', mayUndo: false }],
  };
  await user.click(await screen.findByRole('button', { name: 'Undo the merge of Mira Joshi' }));
  expect(screen.queryByRole('button', { name: 'Undo the merge of Long ago' })).toBeNull();
  server.routes.set(`DELETE ${path}/merges/${otherId}`, () => ({ json: { ...meera, id: otherId } }));
  await user.click(screen.getByRole('button', { name: 'Undo the merge of Mira Joshi' }));
  // The person had no booking of their own: the other one remains.
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(otherId));
});

it('corrects what was changed, and offers to merge where that is somebody else [P-7.25]', async () => {
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit patient' }));
  const name = dialog.getByRole('textbox', { name: /Patient Name/ });
  await user.clear(name);
  await user.type(name, 'Mira Joshi');
  const exists = {
    code: 'person.exists',
    message: 'There is another patient.',
    requestId: 'r',
    person: { id: otherId, name: 'Mira Joshi' },
  };
  server.routes.set(`PATCH ${path}`, () => ({ status: 409, json: { error: exists } }));
  await user.click(dialog.getByRole('button', { name: 'Save Patient' }));
  expect(await dialog.findByText('There is another patient.')).toBeVisible();
  expect(server.requestsOf(`PATCH ${path}`).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { name: 'Mira Joshi' },
  ]);
  await user.click(dialog.getByRole('button', { name: 'Merge with Mira Joshi' }));
  const merging = within(await screen.findByRole('dialog', { name: 'Merge into this patient' }));
  expect(merging.getByRole('radio', { name: 'Mira Joshi' })).toBeChecked();
});

it('saves a corrected contact, also for the others who have it [P-7.24, P-7.53]', async () => {
  const { user } = await show();
  const found = { id, name: 'Meera Joshi', email: null, contact: '+91 98200 11223', lastVisit: null };
  server.routes.set('GET /api/people', () => ({
    json: { items: [found, { ...found, id: otherId, name: 'Mira Joshi' }] },
  }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit patient' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Contact' }));
  await user.type(dialog.getByRole('textbox', { name: 'Contact' }), '98300 00001');
  server.routes.set(`PATCH ${path}`, () => ((now = { ...meera, contact: '98300 00001' }), { json: now }));
  await user.click(dialog.getByRole('button', { name: 'Save Patient' }));
  expect(await screen.findByText('Patient details saved')).toBeVisible();
  expect(await screen.findByRole('link', { name: '98300 00001' })).toBeVisible();
  expect(server.requestsOf(`PATCH ${path}`).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { contact: '98300 00001', forAll: true },
  ]);
});

it('shows age and sex, and saves those that are corrected [P-7.36, P-7.37]', async () => {
  const { user } = await show(buildSession(), { ...meera, household: [{ ...alike, about: '8 M' }] });
  expect(await screen.findByText('34 F')).toBeVisible();
  expect(screen.getByText('8 M · No visit yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit patient' }));
  const age = dialog.getByRole('textbox', { name: 'Age' });
  expect(age).toHaveValue('1992');
  await user.clear(age);
  await user.type(age, 'forty');
  await user.click(dialog.getByRole('button', { name: 'Save Patient' }));
  expect(await dialog.findByText('An age, a year or a date, please')).toBeVisible();
  await waitFor(() => expect(age).toHaveFocus());
  await user.clear(age);
  await user.type(age, '4/3/1991');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sex' }), 'Not noted');
  server.routes.set(`PATCH ${path}`, () => ({ json: now }));
  await user.click(dialog.getByRole('button', { name: 'Save Patient' }));
  expect(await screen.findByText('Patient details saved')).toBeVisible();
  expect(server.requestsOf(`PATCH ${path}`).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { born: '1991-03-04', sex: null },
  ]);
});

it('saves a guardian, proposed to a child from the household, and empties one [P-7.39, P-7.40]', async () => {
  const child = { ...meera, born: '2020', guardian: 'Ravi Joshi', about: '6 F · c/o Ravi Joshi' };
  const household = [alike, { ...alike, id: otherId, name: 'Om Joshi', isMinor: true as const }];
  const { user } = await show(buildSession(), { ...child, household });
  expect(await screen.findByText('6 F · c/o Ravi Joshi')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit patient' }));
  const guardian = dialog.getByRole('textbox', { name: 'Parent or guardian' });
  await user.clear(guardian);
  await user.type(guardian, 'www.joshi.example');
  const save = dialog.getByRole('button', { name: 'Save Patient' });
  await user.click(save);
  expect(await dialog.findByText('Please leave out web addresses')).toBeVisible();
  await user.clear(guardian);
  const proposals = within(dialog.getByRole('group', { name: 'Others with this number' }));
  expect(proposals.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([alike.name]);
  await user.click(proposals.getByRole('button'));
  server.routes.set(`PATCH ${path}`, () => ({ json: now }));
  await user.click(save);
  expect(await screen.findByText('Patient details saved')).toBeVisible();
  const bodies = server.requestsOf(`PATCH ${path}`).map(({ body }) => JSON.parse(body) as unknown);
  expect(bodies).toEqual([{ guardian: alike.name }]);
});

it('offers none of it to who may only read, and speaks of customers at a turf [P-7.21]', async () => {
  const session = buildSession({ businessType: 'turf' });
  const permissions = session.permissions.filter((permission) => permission !== 'people.write');
  await show({ ...session, permissions }, { ...merged, household: [alike] });
  await screen.findByRole('region', { name: 'Same number' });
  for (const name of ['Edit', /Merge/, /Undo/]) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(document.body.textContent).not.toMatch(/patient|appointment|doctor/i);
});
