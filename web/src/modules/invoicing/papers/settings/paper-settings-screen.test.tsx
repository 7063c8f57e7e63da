import type { PaperSettings } from '@samay/contract/invoicing/paper-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { buildPaperSettings } from '../../../../../test/papers.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { PaperSettingsScreen } from './paper-settings-screen.tsx';
import { exampleNumber, rulesValues } from './rules-values.ts';
import { parseRate, rateText } from './tax-values.ts';

const read = 'GET /api/paper-settings';
const write = 'PUT /api/paper-settings';
const serviceId = '00000000-0000-4000-8000-0000000000e1';
const unsaid = {
  serviceId,
  serviceName: 'Skin peel',
  isArchived: false,
  treatment: null,
  sac: null,
  rate: null,
  from: null,
};
const registered = buildPaperSettings({
  registration: 'regular',
  legalName: 'City Care Private Limited',
  gstin: '27AAPFU0939F1ZV',
  services: [unsaid],
});
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function show(settings: PaperSettings) {
  server.routes.set(read, () => ({ json: settings }));
  server.routes.set('GET /api/charge-list', () => ({ json: { offers: [] } }));
  return renderSignedIn(server, <PaperSettingsScreen />);
}

it('asks an unregistered business for nothing of GST, and a registered one for name and GSTIN [P-9.65]', async () => {
  server.routes.set(write, answerError(503, 'server.unavailable', 'Away'));
  const { user } = show(buildPaperSettings({ services: [unsaid] }));
  const save = await screen.findByRole('button', { name: 'Save receipts and invoices' });
  expect(save).toBeDisabled();
  for (const text of [/GSTIN/, /Legal name/, /IRN/, /credit note/i, /Tax of each service/])
    expect(screen.queryByText(text, { selector: 'label, p, h2, div' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Registered' }));
  expect(screen.getByText(/Samay creates no e-invoice \(IRN\)/)).toBeVisible();
  await user.click(save);
  expect(screen.getByText('Please enter the legal name')).toBeVisible();
  expect(screen.getByText('Please enter the GSTIN')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Legal name' }), 'City Care Private Limited');
  const gstin = screen.getByRole('textbox', { name: 'GSTIN' });
  await user.type(gstin, '27aapfu0939f1zx');
  expect(gstin).toHaveAccessibleDescription(/one of them is wrong/);
  await user.type(gstin, '{Backspace}v');
  expect(gstin).toHaveAccessibleDescription('Maharashtra (27)');
  await user.type(screen.getByRole('textbox', { name: 'Prefix of the numbers' }), 'pn');
  expect(screen.getByText(/Example: PNT\/\d\d-\d\d\/000001/)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Create receipts and invoices automatically' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month of the last credit notes' }), 'Dec');
  await user.click(save);
  expect(await screen.findByText('Failed to save these settings')).toBeVisible();
  // The section of taxes that appears asks for the settings again.
  server.routes.set(write, ({ body }) => {
    const saved = { ...JSON.parse(body), services: [unsaid] };
    server.routes.set(read, () => ({ json: saved }));
    return { json: saved };
  });
  await user.click(save);
  expect(await screen.findByText('Receipts and invoices saved')).toBeVisible();
  expect(JSON.parse(server.requestsOf(write)[1]?.body ?? '')).toEqual({
    registration: 'regular',
    legalName: 'City Care Private Limited',
    gstin: '27AAPFU0939F1ZV',
    prefix: 'PN',
    automatic: true,
    creditNotesUntil: '12-30',
  });
  expect(await screen.findByText('Not said yet')).toBeVisible();
});

it('marks a service that is archived, whose tax can be said still [P-9.100]', async () => {
  show({ ...registered, services: [{ ...unsaid, isArchived: true }] });
  expect(await screen.findByText('Archived')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Tax of Skin peel' })).toBeVisible();
});

it('presets no tax of a service, and keeps the rate in hundredths of a percent [P-9.65]', async () => {
  const taxed = { ...unsaid, treatment: 'taxable', sac: '999722', rate: 2_50, from: '2026-04-01' } as const;
  const route = `PUT /api/paper-settings/services/${serviceId}`;
  server.routes.set(route, () => ({ json: { ...registered, services: [taxed] } }));
  const { user } = show(registered);
  await user.click(await screen.findByRole('button', { name: 'Tax of Skin peel' }));
  const form = within(await screen.findByRole('form', { name: 'Tax of Skin peel' }));
  for (const radio of form.getAllByRole('radio')) expect(radio).not.toBeChecked();
  expect(form.getByRole('textbox', { name: 'From this day' })).toHaveValue('');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Please choose: exempt or taxable')).toBeVisible();
  await user.click(form.getByRole('radio', { name: 'Taxable' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getByText('Please enter a SAC of 4 to 8 digits')).toBeVisible();
  expect(form.getByText('Please enter a rate such as 18')).toBeVisible();
  expect(form.getByText('Please enter a date')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'SAC' }), '९९९७२२ ');
  await user.type(form.getByRole('textbox', { name: 'Rate in percent' }), '2.5');
  await user.type(form.getByRole('textbox', { name: 'From this day' }), '1/4/2026');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Tax of Skin peel saved, from 1 Apr 2026')).toBeVisible();
  expect(JSON.parse(server.requestsOf(route)[0]?.body ?? '')).toEqual({
    treatment: 'taxable',
    sac: '999722',
    rate: 2_50,
    from: '2026-04-01',
  });
  expect(await screen.findByText('Taxable at 2.5%, SAC 999722, from 1 Apr 2026')).toBeVisible();
  expect(screen.queryByText('Not said yet')).toBeNull();
});

it('sends neither rate nor SAC of an exempt service, and shows what the server refuses', async () => {
  const route = `PUT /api/paper-settings/services/${serviceId}`;
  server.routes.set(route, answerError(422, 'invalid', 'Please check', { from: 'Please enter a later day' }));
  const { user } = show(registered);
  await user.click(await screen.findByRole('button', { name: 'Tax of Skin peel' }));
  const form = within(await screen.findByRole('form', { name: 'Tax of Skin peel' }));
  await user.click(form.getByRole('radio', { name: 'Exempt' }));
  expect(form.queryByRole('textbox', { name: /^Rate/ })).toBeNull();
  await user.type(form.getByRole('textbox', { name: 'From this day' }), '1/4/2026{Enter}');
  expect(await form.findByText('Please enter a later day')).toBeVisible();
  expect(JSON.parse(server.requestsOf(route)[0]?.body ?? '')).toEqual({
    treatment: 'exempt',
    sac: null,
    rate: null,
    from: '2026-04-01',
  });
});

it('lists no service’s tax under the composition scheme, which charges none', async () => {
  show({ ...registered, registration: 'composition' });
  await screen.findByRole('button', { name: 'Save receipts and invoices' });
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'GSTIN' })).toBeVisible());
  expect(screen.queryByText('Skin peel')).toBeNull();
});

it.each([
  ['18', 18_00],
  ['2.5', 2_50],
  ['0.25 %', 25],
  ['१८', 18_00],
  ['100', 100_00],
  ['100.01', null],
  ['0', null],
  ['18,5', null],
  ['', null],
])('reads a rate of %s percent', (text, hundredths) => {
  expect(parseRate(text)).toBe(hundredths);
});

it('writes rates as they were typed, and numbers by the financial year', () => {
  expect([18_00, 2_50, 25].map(rateText)).toEqual(['18', '2.5', '0.25']);
  const { services: _, ...rules } = registered;
  const values = rulesValues({ ...rules, prefix: 'PN' });
  expect(exampleNumber(values, '2027-03-31')).toBe('PNT/26-27/000001');
  expect(exampleNumber(values, '2027-04-01')).toBe('PNT/27-28/000001');
  expect(exampleNumber(values, '2099-04-01')).toBe('PNT/99-00/000001');
  expect(exampleNumber({ ...values, registration: 'none', prefix: '' }, '2027-05-31')).toBe('R/27-28/000001');
});

it('keeps the list of charges, each with its tax [P-9.146]', async () => {
  server.routes.set('PUT /api/charge-list', ({ body }) => ({ json: JSON.parse(body) as object }));
  const { user } = show(registered);
  expect(await screen.findByText(/No charges yet/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a charge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New charge' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Racket');
  await user.click(dialog.getByRole('radio', { name: 'Taxable' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  for (const wrong of ['Please enter an amount', /Please enter a SAC/, /Please enter a rate/])
    expect(dialog.getByText(wrong)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '50');
  await user.type(dialog.getByRole('textbox', { name: 'SAC' }), '997323');
  await user.type(dialog.getByRole('textbox', { name: 'Rate in percent' }), '18');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('₹50, taxable at 18%, SAC 997323')).toBeVisible();
  const saved = JSON.parse(server.requestsOf('PUT /api/charge-list')[0]?.body ?? '{}') as object;
  expect(saved).toMatchObject({
    offers: [{ name: 'Racket', amount: 50_00, treatment: 'taxable', sac: '997323', rate: 1800 }],
  });
  await user.click(screen.getByRole('button', { name: 'Remove Racket' }));
  expect(await screen.findByText(/No charges yet/)).toBeVisible();
});
