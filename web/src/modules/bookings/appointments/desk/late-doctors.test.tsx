import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClinicServer } from '../../../../../test/clinic-server.ts';
import { give, here, late, showQueue, startQueueServer } from '../../../../../test/show-queue.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startQueueServer();
  server.clock = () => new Date('2026-11-21T09:20:00+05:30');
});
afterEach(() => server.close());

const id = '00000000-0000-4000-8000-0000000000d1';
const rao = { id, name: 'Dr. Kavita Rao', isOwn: false };
const from = new Date('2026-11-21T09:00:00+05:30').toISOString();
const until = new Date('2026-11-21T09:45:00+05:30').toISOString();
const path = `/api/resources/${id}/lateness`;
const person = {
  id: late.id,
  personName: 'Tara Pillai',
  message: { number: '919820011223', text: 'Late' },
  told: null,
  notice: null,
};
const told = {
  id: '00000000-0000-4000-8000-0000000000e7',
  kind: 'late',
  at: from,
  by: 'Asha',
  mayUndo: true,
};

it('says which doctor has not begun, takes the minutes that are not over and others that are typed, changes and ends them, and tells each once [P-8.128]', async () => {
  let said: { minutes: number | null; until: string | null } = { minutes: null, until: null };
  let message: object | null = null;
  const show = () =>
    give(server, { waiting: [here, late], resources: [rao], late: [{ resourceId: id, ...said }] });
  server.routes.set(`GET ${path}`, () => ({
    json: { ...said, from, people: said.until === null ? [] : [{ ...person, told: message }] },
  }));
  server.routes.set(`PUT ${path}`, ({ body }) => {
    said = { minutes: (JSON.parse(body) as { minutes: number }).minutes, until };
    show();
    return { json: said };
  });
  server.routes.set(`DELETE ${path}`, () => {
    said = { minutes: null, until: null };
    show();
    return { json: said };
  });
  server.routes.set(`POST /api/appointments/${late.id}/whatsapp-messages`, () => {
    message = told;
    return { status: 201, json: { link: 'https://wa.me/919820011223', whatsAppMessage: told } };
  });
  show();
  const { user } = showQueue(server);
  const shown = within(await screen.findByRole('region', { name: 'Dr. Kavita Rao is late' }));
  expect(await shown.findByText('Dr. Kavita Rao has not begun. By how much late?')).toBeVisible();
  // Nine o'clock and fifteen minutes is over.
  const steps = await shown.findAllByRole('button', { name: /min late$/ });
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    '30 min · 9:30 am',
    '45 min · 9:45 am',
    '60 min · 10:00 am',
    '90 min · 10:30 am',
    '120 min · 11:00 am',
  ]);
  await user.click(shown.getByRole('button', { name: 'Dr. Kavita Rao is 45 min late' }));
  await shown.findByText('Dr. Kavita Rao is 45 min late and begins about 9:45 am.');
  const link = await shown.findByRole('link', { name: 'Tell Tara Pillai on WhatsApp' });
  expect(link).toHaveAttribute('href', expect.stringContaining('919820011223'));
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  expect(await shown.findByText('All who have not come yet are told.')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Change' }));
  await user.click(shown.getByRole('button', { name: 'Dr. Kavita Rao is 60 min late' }));
  await shown.findByText(/^Dr. Kavita Rao is 60 min late/);
  await user.click(shown.getByRole('button', { name: 'Change' }));
  const other = shown.getByLabelText('Minutes by which Dr. Kavita Rao is late');
  for (const [typed, error] of [
    ['x', 'Please enter 5 to 240 minutes'],
    ['241', 'Please enter 5 to 240 minutes'],
    ['20', '9:20 am is over'],
  ] as const) {
    await user.clear(other);
    await user.type(other, `${typed}{Enter}`);
    expect(await shown.findByText(error)).toBeVisible();
  }
  await user.clear(other);
  await user.type(other, '75{Enter}');
  await shown.findByText(/^Dr. Kavita Rao is 75 min late/);
  await user.click(shown.getByRole('button', { name: 'On time' }));
  await waitFor(() => expect(shown.queryByText(/75 min late/)).toBeNull());
});

it('shows no press for people who get a message by WhatsApp [P-8.136]', async () => {
  const people = [{ ...person, notice: 'queued' }];
  server.routes.set(`GET ${path}`, () => ({ json: { minutes: 45, until, from, people } }));
  give(server, { waiting: [here, late], resources: [rao], late: [{ resourceId: id, minutes: 45, until }] });
  showQueue(server);
  expect(await screen.findByText('All who have not come yet are told.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /on WhatsApp$/ })).toBeNull();
});

it('is asked for by a press, and for no queue without numbers [P-8.128]', async () => {
  give(server, { waiting: [here], resources: [rao], late: [] });
  server.routes.set(`GET ${path}`, () => ({ json: { minutes: null, until: null, from, people: [] } }));
  server.routes.set(`PUT ${path}`, () => ({ json: { minutes: 30, until } }));
  const { user } = showQueue(server);
  await user.click(await screen.findByRole('button', { name: 'Running late…' }));
  await user.click(await screen.findByRole('button', { name: 'Dr. Kavita Rao is 30 min late' }));
  await waitFor(() => expect(server.requestsOf(`PUT ${path}`).length).toBe(1));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Running late' })).toBeNull());
});
