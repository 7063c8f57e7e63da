import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildResource, buildSession } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { StaffScreen } from './staff-screen.tsx';

const invite = 'POST /api/staff/invitations';
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

async function open(givable = ['DOCTOR', 'EMPLOYEE']) {
  server.routes.set('GET /api/staff', () => ({ json: { items: [], next: null, givable } }));
  const { user } = renderSignedIn(server, <StaffScreen />);
  await user.click(await screen.findByRole('button', { name: 'Invite User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite User' }));
  return { user, dialog, send: () => user.click(dialog.getByRole('button', { name: 'Send Invitation' })) };
}

describe('Invite User', () => {
  it('offers the roles that the server names, the smallest chosen [P-11.7, P-8.40]', async () => {
    const { user, dialog } = await open(['BUSINESS_OWNER', 'EMPLOYEE']);
    const select = dialog.getByRole('combobox', { name: 'Role' });
    expect(select).toHaveValue('Employee (reception)');
    await user.click(select);
    const options = await dialog.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Business Owner', 'Employee (reception)']);
  });

  it('asks for an address that can be one, and sends nothing until then [P-11.7]', async () => {
    const { user, dialog, send } = await open();
    expect(dialog.getByRole('textbox', { name: 'Email Address' })).toBeRequired();
    await send();
    expect(dialog.getByText('Please enter an email address')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Email Address' }), 'nobody');
    await send();
    expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Email Address' })).toHaveFocus());
    expect(server.requestsOf(invite)).toHaveLength(0);
  });

  it('sends, closes, and shows the invited address and its expiry [P-11.7]', async () => {
    let go: () => void = () => undefined;
    server.routes.set(invite, async () => {
      await new Promise<void>((resolve) => (go = resolve));
      return { status: 201, json: { email: 'new@clinic.example' } };
    });
    const { user, dialog, send } = await open();
    await user.type(dialog.getByRole('textbox', { name: 'Email Address' }), ' new@clinic.example ');
    await choose(user, dialog.getByRole('combobox', { name: 'Role' }), 'Doctor');
    await send();
    expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    await waitFor(() => expect(server.requestsOf(invite)).toHaveLength(1));
    go();
    expect(
      await screen.findByText(
        /^Invitation sent to new@clinic\.example\. They stay pending until they sign in with Google/,
      ),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(JSON.parse(server.requestsOf(invite)[0]?.body ?? '')).toEqual({
      email: 'new@clinic.example',
      role: 'DOCTOR',
    });
    expect(server.requestsOf('GET /api/staff').length).toBeGreaterThan(1);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/Invitation sent to/)).toBeNull();
  });

  it('asks which doctor it is: the best match of the address first, chosen where it has the whole name [P-11.15]', async () => {
    const [rao, iyer, taken] = ['Dr. Vikram Rao', 'Dr. Anita Iyer', 'Dr. Who'].map((name, at) =>
      buildResource(`00000000-0000-4000-8000-0000000000d${at}`, name, {
        memberId: at === 2 ? 'someone' : null,
      }),
    );
    server.routes.set('GET /api/resources', () => ({ json: { items: [rao, iyer, taken] } }));
    server.routes.set(invite, () => ({ status: 201, json: { email: 'anita@clinic.example' } }));
    const { user, dialog, send } = await open();
    const address = dialog.getByRole('textbox', { name: 'Email Address' });
    await user.type(address, 'anita@clinic.example');
    expect(dialog.queryByRole('combobox', { name: /^Which doctor/ })).toBeNull();
    await choose(user, dialog.getByRole('combobox', { name: 'Role' }), 'Doctor');
    const which = await dialog.findByRole('combobox', { name: /^Which doctor is this\?/ });
    expect(which).toHaveValue('');
    await send();
    expect(await dialog.findByText('Please choose a doctor')).toBeVisible();
    expect(server.requestsOf(invite)).toHaveLength(0);
    await user.click(which);
    expect((await dialog.findAllByRole('option')).slice(-3).map(({ textContent }) => textContent)).toEqual([
      'Dr. Anita Iyer',
      'Dr. Vikram Rao',
      'A new doctor',
    ]);
    await user.keyboard('{Escape}');
    await user.clear(address);
    await user.type(address, 'anita.iyer@clinic.example');
    expect(which).toHaveValue('Dr. Anita Iyer');
    await send();
    await waitFor(() => expect(server.requestsOf(invite)).toHaveLength(1));
    expect(JSON.parse(server.requestsOf(invite)[0]?.body ?? '')).toMatchObject({ practitionerId: iyer?.id });
  });

  it.each([
    [
      'User is already active in your organization',
      answerError(409, 'staff.already_active', 'User is already active in your organization'),
    ],
    [
      'User already has a pending invitation',
      answerError(409, 'staff.already_invited', 'User already has a pending invitation'),
    ],
    ['Failed to send invitation', () => 'drop' as const],
    [
      'Please enter a valid email address',
      answerError(400, 'request.invalid', 'No.', { email: 'Please enter a valid email address' }),
    ],
  ])('keeps the typed values and shows: %s [P-11.9]', async (text, fault) => {
    server.routes.set(invite, fault);
    const { user, dialog, send } = await open();
    await user.type(dialog.getByRole('textbox', { name: 'Email Address' }), 'asha@clinic.example');
    await send();
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Email Address' })).toHaveValue('asha@clinic.example');
  });

  it('says that there is no organization to invite into [P-11.7]', async () => {
    await server.close();
    server = await startClinicServer({ ...buildSession(), tenant: null });
    const { dialog } = await open();
    expect(dialog.getByText('Unable to determine your organization. Please contact support.')).toBeVisible();
  });

  it('closes by Cancel', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
