import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildResource, buildService, buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { ServicesScreen } from './services-screen.tsx';

const first = buildService();
const second = buildService({
  id: '00000000-0000-4000-8000-0000000000e2',
  name: 'Check-up',
  duration: 60,
  price: null,
});
const ground = buildResource('00000000-0000-4000-8000-00000000000a', 'Full ground', {
  kind: 'court',
  parts: [{ id: '00000000-0000-4000-8000-00000000000b', name: 'Half A', archivedAt: null }],
});

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set('GET /api/services', () => ({ json: { items: [first, second] } }));
  server.routes.set('GET /api/resources', () => ({ json: { items: [ground] } }));
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('adds a service with an evening price [P-6.15]', async () => {
  server.routes.set('POST /api/services', ({ body }) => ({
    status: 201,
    json: { ...first, ...JSON.parse(body) },
  }));
  const { user } = renderSignedIn(server, <ServicesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Add service' }));
  const form = within(await screen.findByRole('form', { name: 'Add service' }));
  await user.type(form.getByLabelText(/^Name/), 'Football');
  await user.type(form.getAllByLabelText(/^Price/)[0]!, '1000');
  await user.type(form.getByLabelText(/^Free within … days of a paid (visit|booking)$/), '7');
  await user.click(form.getByRole('checkbox', { name: 'Full ground' }));
  await user.click(form.getByRole('button', { name: 'Add a price' }));
  const rule = within(form.getByRole('group', { name: 'Price 1' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await rule.findByText(/^Please enter an amount/)).toBeVisible();
  expect(server.requestsOf('POST /api/services')).toEqual([]);

  await user.type(rule.getByLabelText('From'), '18:00');
  await user.type(rule.getByLabelText('To'), '23:00');
  await user.type(rule.getByLabelText(/^Price/), '1500');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Football is saved')).toBeVisible();
  expect(JSON.parse(server.requestsOf('POST /api/services')[0]?.body ?? '')).toEqual({
    name: 'Football',
    duration: 30,
    bufferBefore: 0,
    bufferAfter: 0,
    grid: null,
    price: 1_000_00,
    pricedPer: 'hour',
    freeWithinDays: 7,
    priceRules: [{ resourceId: null, weekdays: [], hours: { from: '18:00', to: '23:00' }, price: 1_500_00 }],
    resourceIds: [ground.parts[0]?.id],
  });
});

it('sets the peak prices of courts and halves in one grid, says what then holds, and leaves the halves alone [P-6.104]', async () => {
  const halfId = ground.parts[0]?.id ?? '';
  const halves = { resourceId: halfId, weekdays: [], hours: null, price: 300_00 };
  server.routes.set('GET /api/services', () => ({ json: { items: [{ ...first, priceRules: [halves] }] } }));
  const change = `PATCH /api/services/${first.id}`;
  server.routes.set(change, ({ body }) => ({ json: { ...first, ...JSON.parse(body) } }));
  const { user } = renderSignedIn(server, <ServicesScreen />);
  await user.click(await screen.findByRole('button', { name: `Edit ${first.name}` }));
  const form = within(await screen.findByRole('form', { name: `Edit ${first.name}` }));
  await user.click(form.getByRole('button', { name: 'Add a price' }));
  const peak = within(form.getByRole('group', { name: 'Price 2' }));
  await user.type(peak.getByLabelText('From'), '18:00');
  await user.type(peak.getByLabelText('To'), '23:00');
  expect(peak.getByRole('status')).toHaveTextContent(
    'Mon, 6:00 pm: Full ground ₹500 · Half A (Full ground) ₹300',
  );
  await user.type(peak.getByLabelText(/^Price of every court/), '1500');
  expect(peak.getByRole('status')).toHaveTextContent('Full ground ₹1,500 · Half A (Full ground) ₹300');
  expect(peak.getByLabelText('Half A (Full ground)')).toHaveAttribute('placeholder', '₹300');
  await user.type(peak.getByLabelText('Full ground'), '1800');
  expect(peak.getByRole('status')).toHaveTextContent('Full ground ₹1,800 · Half A (Full ground) ₹300');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText(`${first.name} is saved`);
  const evening = { weekdays: [], hours: { from: '18:00', to: '23:00' } };
  expect(JSON.parse(server.requestsOf(change)[0]?.body ?? '')).toMatchObject({
    priceRules: [
      { ...evening, resourceId: null, price: 1_500_00 },
      halves,
      { ...evening, resourceId: ground.id, price: 1_800_00 },
    ],
  });
});

it('shows the prices of what can be booked, and none of an archived court', async () => {
  const rule = { resourceId: ground.id, weekdays: [], hours: null, price: 800_00 };
  const priceRules = [rule, { ...rule, resourceId: '00000000-0000-4000-8000-00000000000c', price: 900_00 }];
  server.routes.set('GET /api/services', () => ({ json: { items: [{ ...first, priceRules }] } }));
  renderSignedIn(server, <ServicesScreen />);
  expect(await screen.findByText('Every day, Full ground: ₹800')).toBeVisible();
  expect(screen.queryByText(/₹900/)).toBeNull();
});

it('names the gaps before and after a booking [P-8.40]', async () => {
  const { user } = renderSignedIn(server, <ServicesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit Check-up' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Check-up' }));
  expect(form.getByLabelText('Gap before')).toBeVisible();
  expect(form.getByLabelText('Gap after')).toBeVisible();
});

it('asks before it discards typed values', async () => {
  const { user } = renderSignedIn(server, <ServicesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Edit Check-up' }));
  const form = within(await screen.findByRole('form', { name: 'Edit Check-up' }));
  await user.type(form.getByLabelText(/^Name/), ' 2');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(form.getByLabelText(/^Name/)).toHaveValue('Check-up 2');
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

it('moves a service up, says its place, and puts it back when the server refuses [P-6.15]', async () => {
  let answer: (value: { status: number; json: unknown }) => void = () => undefined;
  server.routes.set('PUT /api/services/order', () => new Promise((resolve) => (answer = resolve)));
  const { user } = renderSignedIn(server, <ServicesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Move Check-up up' }));
  await waitFor(() => expect(names()).toEqual(['Check-up', 'General Consultation']));
  expect(screen.getByText('Check-up is number 1 of 2')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move Check-up down' })).toHaveFocus();
  expect(JSON.parse(server.requestsOf('PUT /api/services/order')[0]?.body ?? '')).toEqual({
    ids: [second.id, first.id],
  });
  answer({ status: 503, json: {} });
  expect(await screen.findByText('Your changes could not be saved. Please try again.')).toBeVisible();
  await waitFor(() => expect(names()).toEqual(['General Consultation', 'Check-up']));
});

it('archives a service, and Undo restores it', async () => {
  const path = `/api/services/${second.id}/archive`;
  server.routes.set(`PUT ${path}`, () => ({ json: { ...second, archivedAt: '2026-11-21T00:00:00.000Z' } }));
  server.routes.set(`DELETE ${path}`, () => ({ json: second }));
  const { user } = renderSignedIn(server, <ServicesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Archive Check-up' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Check-up is restored')).toBeVisible();
  expect(server.requestsOf(`DELETE ${path}`)).toHaveLength(1);
});

it('says that the services could not be loaded, and loads again', async () => {
  server.routes.set(
    'GET /api/services',
    answerError(500, 'server.fault', 'Something went wrong on our side.'),
  );
  const { user } = renderSignedIn(server, <ServicesScreen />);
  expect(await screen.findByText('Failed to load services')).toBeVisible();
  server.routes.set('GET /api/services', () => ({ json: { items: [first] } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('General Consultation')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Archive/ })).toBeNull();
});

function names(): string[] {
  const rows = within(screen.getByRole('list', { name: 'Services' })).getAllByRole('listitem');
  return rows.map((row) => /General Consultation|Check-up/.exec(row.textContent ?? '')?.[0] ?? '');
}
