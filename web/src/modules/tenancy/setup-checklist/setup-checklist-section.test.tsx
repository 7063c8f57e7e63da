import { screen, waitFor, within } from '@testing-library/react';
import { type SetupChecklist, SetupStepName } from '@samay/contract/tenancy/setup-checklist';
import { afterEach, expect, it, vi } from 'vitest';
import { buildResource, buildService, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { SetupChecklistSection } from './setup-checklist-section.tsx';

const route = 'GET /api/setup-checklist';
const id = '00000000-0000-4000-8000-0000000000d1';
let server: ClinicServer;

afterEach(() => server.close());

/** Returns the checklist at a step: those before it are done. */
function at(step: SetupStepName | null): SetupChecklist {
  const place = step === null ? SetupStepName.options.length : SetupStepName.options.indexOf(step);
  const steps = SetupStepName.options.map((name, index) => ({
    name,
    state: index < place ? ('done' as const) : ('open' as const),
  }));
  return { steps, next: step, may: { restore: false } };
}

async function show(step: SetupStepName, businessType: 'doctor' | 'turf' = 'doctor') {
  server = await startClinicServer(buildSession({ businessType }));
  server.routes.set(route, () => ({ json: at(step) }));
  const first = businessType === 'turf' ? 'Sunrise Arena' : 'Default Doctor';
  server.routes.set('GET /api/resources', () => ({ json: { items: [buildResource(id, first)] } }));
  const onBook = vi.fn();
  const { user } = renderSignedIn(server, <SetupChecklistSection onBook={onBook} />);
  const card = within(await screen.findByRole('region', { name: 'First steps' }));
  return { user, card, onBook };
}

function getBody({ body }: { body: string }): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

/** Makes the server return the next step from now on. */
function goOn(step: SetupStepName | null): void {
  server.routes.set(route, () => ({ json: at(step) }));
}

it('asks for the name, saves it immediately, and leads the focus to the next question [P-3.18]', async () => {
  const { user, card } = await show('name');
  expect(card.getByText('0 of 8 done')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(card.getByRole('textbox', { name: 'Full name' })).toHaveAccessibleDescription(
    'Please enter your name',
  );
  server.routes.set('PATCH /api/me', () => {
    goOn('resources');
    return { json: { name: 'Lakshmi Rao' } };
  });
  await user.type(card.getByRole('textbox', { name: 'Full name' }), 'Lakshmi Rao{Enter}');
  expect(await card.findByRole('textbox', { name: 'Doctor' })).toHaveFocus();
  expect(card.getByRole('form', { name: 'Who sees patients?' })).toHaveAccessibleDescription(
    'Each doctor gets a queue and a column in the schedule.',
  );
  expect(server.requestsOf('PATCH /api/me').map(getBody)).toEqual([{ name: 'Lakshmi Rao' }]);
});

it('gives the default doctor the first name and adds the others; what is saved is not sent again', async () => {
  const { user, card } = await show('resources');
  let isRefused = true;
  server.routes.set(`PATCH /api/resources/${id}`, () => ({ json: buildResource(id, 'Dr. Rao') }));
  server.routes.set('POST /api/resources', () => {
    if (isRefused) return { status: 503, json: {} };
    goOn('staff');
    return { status: 201, json: buildResource(id.replace('d1', 'd2'), 'Dr. Iyer') };
  });
  await user.type(await card.findByRole('textbox', { name: 'Doctor' }), 'Dr. Rao');
  await user.click(card.getByRole('button', { name: 'Another doctor' }));
  expect(card.getByRole('textbox', { name: 'Doctor 2' })).toHaveFocus();
  await user.keyboard('Dr. Iyer{Enter}');
  expect(await card.findByText('The names could not be saved')).toBeVisible();
  isRefused = false;
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await card.findByText('Who works with you?')).toBeVisible();
  expect(server.requestsOf('POST /api/resources').map(getBody).at(-1)).toMatchObject({
    name: 'Dr. Iyer',
    parts: [],
  });
  expect(server.requestsOf(`PATCH /api/resources/${id}`).map(getBody)).toEqual([{ name: 'Dr. Rao' }]);
});

it('an owner who sees patients is their own doctor, in one press', async () => {
  const { user, card } = await show('resources');
  const { user: owner } = buildSession();
  server.routes.set(`PATCH /api/resources/${id}`, () => {
    goOn('staff');
    return { json: buildResource(id, owner.name) };
  });
  await user.click(await card.findByRole('button', { name: 'I see patients myself' }));
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await card.findByText('Who works with you?')).toBeVisible();
  expect(server.requestsOf(`PATCH /api/resources/${id}`).map(getBody)).toEqual([
    { name: owner.name, memberId: owner.id },
  ]);
});

it('a turf’s one court is an answer as it is: saved, and not asked again', async () => {
  const { user, card } = await show('resources', 'turf');
  server.routes.set('PUT /api/setup-checklist/resources/skip', () => ({ json: at('staff') }));
  expect(await card.findByRole('textbox', { name: 'Court' })).toHaveValue('Sunrise Arena');
  expect(card.getByRole('link', { name: 'Courts and halves' })).toHaveAttribute(
    'href',
    '/turf-dashboard/settings/courts',
  );
  goOn('staff');
  await user.click(card.getByRole('button', { name: 'Save' }));
  expect(await card.findByRole('textbox', { name: 'Email' })).toHaveFocus();
  expect(server.requestsOf('PUT /api/setup-checklist/resources/skip')).toHaveLength(1);
  expect(server.requestsOf(`PATCH /api/resources/${id}`)).toHaveLength(0);
});

it.each([
  ['doctor', 'Fee per visit', 'visit'],
  ['turf', 'Price per hour', 'hour'],
] as const)(
  'asks a %s for its price, which is checked and saved with the first service [P-6.77]',
  async (businessType, label, pricedPer) => {
    const { user, card } = await show('price', businessType);
    const first = buildService({ price: null });
    const gone = buildService({ id: id.replace('d1', 'd9'), archivedAt: '2026-11-01T00:00:00.000Z' });
    server.routes.set('GET /api/services', () => ({ json: { items: [gone, first] } }));
    const change = `PATCH /api/services/${first.id}`;
    server.routes.set(change, () => {
      goOn('staff');
      return { json: first };
    });
    const amount = card.getByRole('textbox', { name: label });
    await user.type(amount, '{Enter}');
    expect(amount).toHaveAccessibleDescription('Please enter an amount');
    await user.type(amount, '500 or 600{Enter}');
    expect(amount).toHaveAccessibleDescription('Please enter an amount from ₹0 to ₹1,00,00,000');
    await user.clear(amount);
    await user.type(amount, '₹1,200{Enter}');
    expect(await card.findByRole('textbox', { name: 'Email' })).toHaveFocus();
    expect(server.requestsOf(change).map(getBody)).toEqual([{ price: 1_200_00, pricedPer }]);
  },
);

const refusal = {
  error: {
    code: 'staff.already_active',
    message: 'User is already active in your organization',
    requestId: 'request-1',
  },
};

it('invites several people, asks which doctor one is, and invites nobody twice after a refusal [P-11.15]', async () => {
  const { user, card } = await show('staff');
  server.routes.set('POST /api/staff/invitations', (request) => {
    if (getBody(request)['email'] === 'two@people.example') return { status: 409, json: refusal };
    return { status: 201, json: { id: crypto.randomUUID() } };
  });
  await user.type(card.getByRole('textbox', { name: 'Email' }), 'one@people.example');
  await user.click(card.getByRole('button', { name: 'Another person' }));
  await user.keyboard('wrong{Enter}');
  expect(await card.findByText('Please enter a valid email address')).toBeVisible();
  await user.clear(card.getByRole('textbox', { name: 'Email 2' }));
  await user.type(card.getByRole('textbox', { name: 'Email 2' }), 'two@people.example');
  await user.selectOptions(card.getByRole('combobox', { name: 'Role 2' }), 'Doctor');
  await user.click(card.getByRole('button', { name: 'Send Invitations' }));
  expect(await card.findByText('Please choose a doctor')).toBeVisible();
  await user.selectOptions(card.getByRole('combobox', { name: 'Which doctor is this? 2' }), 'Default Doctor');
  await user.click(card.getByRole('button', { name: 'Send Invitations' }));
  expect(await card.findByText('User is already active in your organization')).toBeVisible();
  const left = card.getByRole('textbox', { name: 'Email' });
  expect(left).toHaveValue('two@people.example');
  await user.clear(left);
  goOn('booking');
  await user.type(left, 'three@people.example{Enter}');
  expect(await card.findByText('Create the first appointment')).toBeVisible();
  expect(server.requestsOf('POST /api/staff/invitations').map(getBody)).toEqual([
    { email: 'one@people.example', role: 'EMPLOYEE' },
    { email: 'two@people.example', role: 'DOCTOR', practitionerId: id },
    { email: 'three@people.example', role: 'DOCTOR', practitionerId: id },
  ]);
});

it('each question can be skipped, also the last one [P-3.18]', async () => {
  const { user, card, onBook } = await show('staff', 'turf');
  server.routes.set('PUT /api/setup-checklist/staff/skip', () => ({ json: at('booking') }));
  server.routes.set('PUT /api/setup-checklist/booking/skip', () => ({ json: at(null) }));
  await user.click(card.getByRole('button', { name: 'Skip' }));
  const start = await card.findByRole('button', { name: 'Create the first booking: Start with the number' });
  expect(start).toHaveFocus();
  expect(card.getByRole('link', { name: 'Services and evening prices' })).toHaveAttribute(
    'href',
    '/turf-dashboard/settings/services',
  );
  await user.click(start);
  expect(onBook).toHaveBeenCalledOnce();
  await user.click(card.getByRole('button', { name: 'Skip' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  expect(onBook).toHaveBeenCalledTimes(2);
});

it.each([
  ['doctor', 'Bring your patients', '/dashboard/settings/import'],
  ['turf', 'Bring your customers', '/turf-dashboard/settings/import'],
] as const)('offers a %s to bring in a file, which one press skips [P-3.35]', async (type, title, href) => {
  const { user, card } = await show('people', type);
  expect(card.getByRole('link', { name: `Choose a file: ${title}` })).toHaveAttribute('href', href);
  server.routes.set('PUT /api/setup-checklist/people/skip', () => ({ json: at('booking') }));
  await user.click(card.getByRole('button', { name: 'Skip' }));
  expect(await card.findByRole('button', { name: /^Create the first/ })).toHaveFocus();
});

it('offers the public page in one line after the first booking [P-3.36]', async () => {
  const { card } = await show('online');
  expect(card.getByRole('link', { name: 'Open the public page: Let people book online' })).toHaveAttribute(
    'href',
    '/dashboard/settings/online',
  );
  expect(card.queryByText(/of 8 done/)).toBeNull();
});

it('is one line for a business that books already, and takes no focus by itself', async () => {
  const { card } = await show('calendar');
  expect(card.getByRole('link', { name: 'Open Settings: Connect Google Calendar' })).toHaveAttribute(
    'href',
    '/dashboard/settings',
  );
  expect(card.queryByText(/of 8 done/)).toBeNull();
  expect(document.body).toHaveFocus();
});

it('is hidden, and shown again by Undo [P-3.21]', async () => {
  const { user } = await show('name');
  server.routes.set('PUT /api/setup-checklist/dismissal', () => ({ json: at(null) }));
  server.routes.set('DELETE /api/setup-checklist/dismissal', () => ({ json: at('name') }));
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeVisible();
});

it.each([
  ['PUT /api/setup-checklist/dismissal', 'Hide', 'Failed to hide the first steps'],
  ['PUT /api/setup-checklist/name/skip', 'Skip', 'Failed to skip the question'],
] as const)('stays and shows an error when the server fails: %s', async (failing, button, message) => {
  const { user } = await show('name');
  server.routes.set(failing, answerError(500, 'server.fault', ''));
  await user.click(screen.getByRole('button', { name: button }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('region', { name: 'First steps' })).toBeVisible();
});

it('is gone once the server has no next step', async () => {
  server = await startClinicServer();
  server.routes.set(route, () => ({ json: at(null) }));
  renderSignedIn(server, <SetupChecklistSection onBook={() => undefined} />);
  await waitFor(() => expect(server.requestsOf(route)).toHaveLength(1));
  expect(screen.queryByText('First steps')).toBeNull();
});
