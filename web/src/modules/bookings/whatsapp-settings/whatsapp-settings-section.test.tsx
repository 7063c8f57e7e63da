import type { WhatsAppSettings } from '@samay/contract/bookings/whatsapp-messages';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choose } from '../../../../test/choose.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { WhatsAppSettingsSection } from './whatsapp-settings-section.tsx';

const path = '/api/whatsapp-settings';
let server: ClinicServer;
let settings: WhatsAppSettings;

beforeEach(async () => {
  server = await startClinicServer();
  settings = { language: 'en', words: [] };
  server.routes.set(`GET ${path}`, () => ({ json: settings }));
  const place = { address: '12, MG Road\nPune', mapLink: null };
  server.routes.set('GET /api/business-details', () => ({
    json: { ...place, telephone: null, registrationNumber: null },
  }));
});
afterEach(() => server.close());

const show = () => renderSignedIn(server, <WhatsAppSettingsSection />);
const before = () => screen.findByRole('textbox', { name: 'Before the facts' });
const sent = (to: string) => JSON.parse(server.requestsOf(`PUT ${path}/${to}`).at(-1)?.body ?? '') as unknown;

describe('the words around the facts [P-12.38]', () => {
  it('are previewed as they are typed, saved, and made the ready ones again', async () => {
    const own = {
      kind: 'booked',
      language: 'en',
      head: 'Namaste!',
      tail: 'Please bring old reports.',
    } as const;
    server.routes.set(`PUT ${path}/words`, () => ({ json: { ...settings, words: [own] } }));
    const { user } = show();
    expect(await before()).toHaveValue('Hello!');
    const preview = screen.getByRole('figure');
    await waitFor(() => expect(preview).toHaveTextContent('Location: 12, MG Road, Pune'));
    expect(preview).toHaveTextContent(/Asha Kulkarni at .*, 10:30 am Dr. Mehta/);
    await user.clear(await before());
    await user.type(await before(), own.head);
    const after = screen.getByRole('textbox', { name: 'After the facts' });
    await user.clear(after);
    await user.type(after, own.tail);
    expect(preview).toHaveTextContent(/Namaste!.*Please bring old reports\.$/);
    expect(screen.queryByRole('button', { name: 'Back to the ready words' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save message' }));
    expect(await screen.findByText('Message saved')).toBeVisible();
    expect(sent('words')).toEqual(own);

    server.routes.set(`PUT ${path}/words`, () => ({ json: settings }));
    await user.click(await screen.findByRole('button', { name: 'Back to the ready words' }));
    await waitFor(async () => expect(await before()).toHaveValue('Hello!'));
    expect(sent('words')).toMatchObject({ head: 'Hello!', tail: 'Please reply here if you cannot come.' });
  });

  it('are those of the chosen message and language, and what was typed stays meanwhile', async () => {
    const { user } = show();
    await user.type(await before(), ' Dear');
    await choose(user, screen.getByRole('combobox', { name: 'Message' }), 'Balance due');
    await choose(user, screen.getByRole('combobox', { name: 'In' }), 'मराठी');
    expect(await before()).toHaveValue('नमस्कार!');
    expect(screen.getByRole('figure')).toHaveTextContent('₹300 बाकी आहेत. UPI: name@bank');
    await choose(user, screen.getByRole('combobox', { name: 'Message' }), 'Booked');
    await choose(user, screen.getByRole('combobox', { name: 'In' }), 'English');
    expect(await before()).toHaveValue('Hello! Dear');
  });

  it('have no links', async () => {
    const { user } = show();
    await user.type(await before(), ' https://example.com');
    await user.click(screen.getByRole('button', { name: 'Save message' }));
    expect(await before()).toHaveAccessibleDescription('Please leave out web addresses');
    expect(server.requestsOf(`PUT ${path}/words`)).toEqual([]);
  });
});

it('has the language of the business, and says that Samay sends nothing [P-12.37, P-12.38]', async () => {
  server.routes.set(`PUT ${path}/language`, () => ({ json: { ...settings, language: 'hi' } }));
  const { user } = show();
  await before();
  expect(screen.getByText(/^WhatsApp opens with the text/)).toBeVisible();
  const choice = screen.getByRole('combobox', { name: 'Language, until one is chosen for the patient' });
  await choose(user, choice, 'हिन्दी');
  expect(await screen.findByText('Language saved')).toBeVisible();
  expect(sent('language')).toEqual({ language: 'hi' });
});

it('says that the language was not saved', async () => {
  server.routes.set(`PUT ${path}/language`, answerError(503, 'internal', 'Please try again.'));
  const { user } = show();
  await before();
  await choose(user, screen.getByRole('combobox', { name: /^Language/ }), 'मराठी');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.');
});
