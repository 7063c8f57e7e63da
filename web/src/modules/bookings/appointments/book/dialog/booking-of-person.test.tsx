import { screen, waitFor } from '@testing-library/react';
import type { FoundPerson } from '@samay/contract/people/people';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../../../test/clinic-server.ts';
import { create, open, sent } from '../../../../../../test/show-new-appointment.tsx';
import { buildAppointment } from '../../../../../../test/builders.ts';

const lakshmi: FoundPerson = {
  id: '00000000-0000-4000-8000-0000000000aa',
  name: 'Lakshmi Narasimhan',
  email: 'lakshmi@people.example',
  contact: '+91 98200 11223',
  lastVisit: { date: '2026-11-10', doctor: null },
  nextVisit: null,
};
const arjun: FoundPerson = {
  ...lakshmi,
  id: '00000000-0000-4000-8000-0000000000ab',
  name: 'Arjun Narasimhan',
  email: null,
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
});
afterEach(() => server.close());

const email = () => screen.getByRole('textbox', { name: 'Email' });

it('books the person of the preset, whose email goes with another name [P-7.60, P-7.61]', async () => {
  const dialog = await open(server, { person: lakshmi });
  expect(dialog.name).toHaveValue('Lakshmi Narasimhan');
  expect(screen.getByText('Last visit 10 Nov 2026')).toBeVisible();
  await dialog.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() => expect(dialog.onClose).toHaveBeenCalledOnce());
  expect(sent(server)).toMatchObject({
    personName: 'Lakshmi Narasimhan',
    personEmail: 'lakshmi@people.example',
    personContact: '+91 98200 11223',
  });
  await dialog.user.type(dialog.name, 'a');
  expect(email()).toHaveValue('');
});

it('closes without a question where nothing was typed [P-7.60]', async () => {
  const { user, onClose } = await open(server, { person: lakshmi });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes no draft of somebody else, and leaves each draft to its form [P-7.61]', async () => {
  const plain = await open(server, {});
  await plain.user.type(plain.name, 'Meenakshi Iyer');
  plain.unmount();
  const ofLakshmi = await open(server, { person: lakshmi });
  expect(ofLakshmi.name).toHaveValue('Lakshmi Narasimhan');
  await ofLakshmi.user.type(screen.getByRole('textbox', { name: 'Amount (optional)' }), '500');
  ofLakshmi.unmount();
  const ofArjun = await open(server, { person: arjun });
  expect(ofArjun.name).toHaveValue('Arjun Narasimhan');
  expect(screen.getByRole('textbox', { name: 'Amount (optional)' })).toHaveValue('');
  ofArjun.unmount();
  const again = await open(server, { person: lakshmi });
  expect(again.name).toHaveValue('Lakshmi Narasimhan');
  expect(screen.getByRole('textbox', { name: 'Amount (optional)' })).toHaveValue('500');
  await again.user.click(screen.getByRole('button', { name: 'Create Appointment' }));
  await waitFor(() =>
    expect(sent(server)).toMatchObject({ personName: 'Lakshmi Narasimhan', amount: 500_00 }),
  );
  await waitFor(() => expect(again.onClose).toHaveBeenCalledOnce());
  again.unmount();
  const left = await open(server, {});
  expect(left.name).toHaveValue('Meenakshi Iyer');
});
