import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildResource, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { sameDoctors } from './same-doctors.ts';
import { ResourcesScreen } from './resources-screen.tsx';

const id = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;
const rao = buildResource(id('a'), 'Dr. Rao');
const iyer = buildResource(id('b'), 'Dr. Iyer', { hours: [{ weekday: 1, opens: '09:00', closes: '13:00' }] });
const half = { id: id('d'), name: 'Half A', archivedAt: null };
const ground = buildResource(id('c'), 'Full ground', { kind: 'court', parts: [half] });
const affected = {
  id: id('e'),
  personName: 'Meenakshi Iyer',
  date: '2026-11-30',
  time: '10:00',
  resourceName: 'Dr. Rao',
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  resources(rao, iyer);
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('shows each doctor with the hours that apply [P-6.13]', async () => {
  renderSignedIn(server, <ResourcesScreen />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('Dr. RaoHours of the business');
  expect(second).toHaveTextContent('Mon: 9:00 am to 1:00 pm');
});

it('sets own hours beginning with those of the business [P-6.13]', async () => {
  const business = [{ weekday: 2, opens: '09:00', closes: '18:00' }];
  const path = `PUT /api/hours/resources/${rao.id}`;
  server.routes.set('GET /api/hours', () => ({ json: { business, ofResources: [], exceptions: [] } }));
  server.routes.set(path, ({ body }) => ({ json: JSON.parse(body) as unknown }));
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Own hours of Dr. Rao' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Own hours of Dr. Rao' }));
  expect(
    await dialog.findByText(/the hours of the business apply \(Tue: 9:00 am to 6:00 pm\)/),
  ).toBeVisible();
  expect(dialog.queryByText('Closed')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Set own hours' }));
  expect(dialog.getByLabelText('Tuesday from')).toHaveValue('09:00');
  await user.click(dialog.getByRole('button', { name: 'Save hours' }));
  await waitFor(() =>
    expect(server.requestsOf(path).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { hours: business },
    ]),
  );
});

it('asks what happens with future bookings, and moves them [P-6.11]', async () => {
  const path = `PUT /api/resources/${rao.id}/archive`;
  server.routes.set(path, ({ body }) =>
    'bookings' in JSON.parse(body)
      ? { json: { ...rao, archivedAt: '2026-11-21T00:00:00.000Z' } }
      : {
          status: 409,
          json: {
            error: {
              code: 'resource.has_bookings',
              message: 'There are.',
              requestId: '1',
              bookings: [affected],
            },
          },
        },
  );
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Archive Dr. Rao' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive Dr. Rao?' }));
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await dialog.findByText('There are future appointments. What happens with them?')).toBeVisible();
  expect(dialog.getByText('Meenakshi Iyer')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'Move them' }));
  expect(dialog.getByLabelText('Move them to', { selector: 'input' })).toHaveValue('Dr. Iyer');
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Dr. Rao is archived')).toBeVisible();
  expect(server.requestsOf(path).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    {},
    { bookings: { moveTo: iyer.id } },
  ]);
});

it('adds a court with two halves [P-6.13]', async () => {
  await turf();
  server.routes.set('POST /api/resources', () => ({ status: 201, json: ground }));
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Add court' }));
  const form = within(await screen.findByRole('form', { name: 'Add court' }));
  await user.type(form.getByLabelText(/^Name/), 'Full ground');
  await user.click(form.getByRole('button', { name: 'Two halves' }));
  await user.clear(form.getByLabelText('Part 2'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('A court has no part, or at least two')).toBeVisible();
  await user.type(form.getByLabelText('Part 2'), 'half a');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('There is a part with this name already')).toBeVisible();
  await user.clear(form.getByLabelText('Part 2'));
  await user.type(form.getByLabelText('Part 2'), 'Half B');
  await user.click(form.getByRole('radio', { name: 'Blue' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Full ground is saved')).toBeVisible();
  expect(JSON.parse(server.requestsOf('POST /api/resources')[0]?.body ?? '')).toEqual({
    name: 'Full ground',
    colour: 'blue',
    memberId: null,
    parts: ['Half A', 'Half B'],
  });
});

it('lists the bookings that a new part would make collide', async () => {
  await turf();
  server.routes.set(`POST /api/resources/${ground.id}/parts`, () => ({
    status: 409,
    json: {
      error: {
        code: 'resource.collides',
        message: 'Future bookings would overlap.',
        requestId: '1',
        bookings: [affected],
      },
    },
  }));
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Add a part of Full ground' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus());
  await user.type(screen.getByLabelText(/^Name/), 'Half B{Enter}');
  expect(await screen.findByText('Future bookings would overlap.')).toBeVisible();
  expect(screen.getByText('Mon, 30 Nov, 10:00 am · Dr. Rao')).toBeVisible();
});

it('merges a doctor into another [P-6.12]', async () => {
  server.routes.set(`PUT /api/resources/${iyer.id}/merge`, () => ({ json: rao }));
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Merge Dr. Iyer' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Dr. Iyer' }));
  expect(dialog.getByText(/^Dr. Rao takes over all appointments of Dr. Iyer/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Dr. Iyer is now Dr. Rao')).toBeVisible();
  expect(JSON.parse(server.requestsOf(`PUT /api/resources/${iyer.id}/merge`)[0]?.body ?? '')).toEqual({
    into: rao.id,
  });
});

it('proposes to merge doctors of one name into the one with a member, and two members never [P-11.17]', async () => {
  const own = { ...rao, name: ' dr.  rao', id: '00000000-0000-4000-8000-0000000000d9', memberId: iyer.id };
  resources(rao, iyer, own);
  server.routes.set(`PUT /api/resources/${rao.id}/merge`, () => ({ json: own }));
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  expect(await screen.findByText(/^dr\. {1,2}rao and Dr\. Rao may be the same doctor:$/i)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Merge Dr\. Rao into/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Dr. Rao' }));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(server.requestsOf(`PUT /api/resources/${rao.id}/merge`)).toHaveLength(1));
  expect(JSON.parse(server.requestsOf(`PUT /api/resources/${rao.id}/merge`)[0]?.body ?? '')).toEqual({
    into: own.id,
  });
  const member = { ...rao, memberId: rao.id };
  expect(sameDoctors([member, own, iyer])).toEqual([]);
});

it('offers neither to archive nor to merge the only doctor, and restores an archived one', async () => {
  resources(rao, { ...iyer, archivedAt: '2026-11-21T00:00:00.000Z' });
  server.routes.set(`DELETE /api/resources/${iyer.id}/archive`, () => ({ json: iyer }));
  const { user } = renderSignedIn(server, <ResourcesScreen />);
  await user.click(await screen.findByRole('button', { name: 'Restore Dr. Iyer' }));
  expect(await screen.findByText('Dr. Iyer is restored')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^(Archive|Merge)/ })).toBeNull());
});

async function turf(): Promise<void> {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  resources(ground);
}

function resources(...items: object[]): void {
  server.routes.set('GET /api/resources', () => ({ json: { items } }));
}
