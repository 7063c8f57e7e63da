import type { Webhooks, WebhookTest } from '@samay/contract/reach/webhooks';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const path = '/api/webhooks';
const made = 'When an appointment is created';
const cancelled = 'When an appointment is cancelled';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  webhooks({});
});
afterEach(async () => {
  localStorage.clear();
  await server.close();
});

it('saves the addresses, removes emptied ones, and shows the new secret once [P-12.10]', async () => {
  webhooks({ cancelUrl: 'https://old.example/' });
  server.routes.set(`PUT ${path}`, ({ body }) => ({
    json: { ...state({ ...JSON.parse(body), hasSecret: true }), secret: 'whsec_c2VjcmV0' },
  }));
  const { user } = renderSignedIn(server, <WebhooksSection />);
  await user.click(await screen.findByLabelText(made));
  await user.paste(' https://hooks.example/booked ');
  await user.clear(screen.getByLabelText(cancelled));
  await user.click(screen.getByRole('button', { name: 'Save webhooks' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your signing secret' });
  expect(within(dialog).getByText('whsec_c2VjcmV0')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('whsec_c2VjcmV0');
  await user.click(within(dialog).getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull());
  expect(JSON.parse(server.requestsOf(`PUT ${path}`)[0]?.body ?? '')).toEqual({
    calendarEventUrl: 'https://hooks.example/booked',
    cancelUrl: null,
  });
  expect(screen.getByRole('button', { name: 'Save webhooks' })).toBeDisabled();
});

it('keeps typed values while the addresses are saved [P-5.58]', async () => {
  let answer: (value: { json: unknown }) => void = () => undefined;
  server.routes.set(`PUT ${path}`, () => new Promise((resolve) => (answer = resolve)));
  const { user } = renderSignedIn(server, <WebhooksSection />);
  await user.type(await screen.findByLabelText(made), 'https://hooks.example/booked{Enter}');
  await waitFor(() => expect(server.requestsOf(`PUT ${path}`)).toHaveLength(1));
  await user.type(screen.getByLabelText(cancelled), 'https://hooks.example/off');
  answer({
    json: { ...state({ calendarEventUrl: 'https://hooks.example/booked', hasSecret: true }), secret: null },
  });
  expect(await screen.findByText('Webhooks saved')).toBeVisible();
  expect(screen.getByLabelText(cancelled)).toHaveValue('https://hooks.example/off');
  expect(screen.getByRole('button', { name: 'Save webhooks' })).toBeEnabled();
});

it('shows errors at the field, of the browser and of the server, and keeps the typed values', async () => {
  const sentence = 'Please enter an https address that can be reached from the internet.';
  server.routes.set(
    `PUT ${path}`,
    answerError(422, 'webhook.address_refused', sentence, { cancelUrl: sentence }),
  );
  const { user } = renderSignedIn(server, <WebhooksSection />);
  const field = await screen.findByLabelText(cancelled);
  await user.type(field, 'hooks');
  await user.click(screen.getByRole('button', { name: 'Save webhooks' }));
  expect(await screen.findByText('Please enter an address that begins with https://')).toBeVisible();
  expect(server.requestsOf(`PUT ${path}`)).toEqual([]);
  await user.clear(field);
  await user.paste('https://10.0.0.1/');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
  expect(field).toHaveValue('https://10.0.0.1/');
});

it('sends a test to a saved address and says how that went', async () => {
  webhooks({ calendarEventUrl: 'https://hooks.example/booked', hasSecret: true });
  const { user } = renderSignedIn(server, <WebhooksSection />);
  const button = await screen.findByRole('button', { name: `Send a test: ${made}` });
  expect(screen.queryByRole('button', { name: `Send a test: ${cancelled}` })).toBeNull();
  answerTest({ isDelivered: false, reason: 'the receiver answered 500' });
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The test did not arriveThe receiver answered 500.',
  );
  answerTest({ isDelivered: true, reason: null });
  await user.click(button);
  expect(await screen.findByText('The receiver accepted the test')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(JSON.parse(server.requestsOf(`POST ${path}/tests`)[0]?.body ?? '')).toEqual({
    webhook: 'calendar_event',
  });
  // A test message goes to the saved address, so it is not offered for an unsaved one.
  await user.type(screen.getByLabelText(made), '2');
  expect(screen.queryByRole('button', { name: `Send a test: ${made}` })).toBeNull();
});

it('makes another secret after a question', async () => {
  webhooks({ calendarEventUrl: 'https://hooks.example/', hasSecret: true });
  server.routes.set(`POST ${path}/secret`, () => ({ status: 201, json: { secret: 'whsec_bmV3' } }));
  const { user } = renderSignedIn(server, <WebhooksSection />);
  await user.click(await screen.findByRole('button', { name: 'Create a new secret' }));
  const question = await screen.findByRole('dialog', { name: 'Create a new secret?' });
  expect(server.requestsOf(`POST ${path}/secret`)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Create a new secret' }));
  expect(await screen.findByText('whsec_bmV3')).toBeVisible();
});

it('says bookings and customers for a turf, and is hidden from its staff', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  webhooks({});
  const { unmount } = renderSignedIn(server, <WebhooksSection />);
  expect(await screen.findByLabelText('When a booking is cancelled')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/patient|doctor|appointment/i);
  unmount();
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf', role: 'EMPLOYEE' }));
  renderSignedIn(server, <WebhooksSection />);
  await waitFor(() => expect(server.requestsOf('GET /api/session')).toHaveLength(1));
  expect(server.requestsOf(`GET ${path}`)).toEqual([]);
});

function state(about: Partial<Webhooks>): Webhooks {
  return { calendarEventUrl: null, cancelUrl: null, hasSecret: false, may: { change: true }, ...about };
}

function webhooks(about: Partial<Webhooks>): void {
  server.routes.set(`GET ${path}`, () => ({ json: state(about) }));
}

function answerTest(json: WebhookTest): void {
  server.routes.set(`POST ${path}/tests`, () => ({ status: 201, json }));
}
