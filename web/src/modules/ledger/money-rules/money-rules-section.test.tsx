import type { MoneyRules } from '@samay/contract/ledger/money-rules';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { MoneyRulesSection } from './money-rules-section.tsx';

const read = 'GET /api/money-rules';
const write = 'PUT /api/money-rules';
const rules: MoneyRules = { employeesMayRefund: false, doctorDiscount: null, employeeDiscount: 0 };
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set(read, () => ({ json: rules }));
});
afterEach(() => server.close());

it('shows and changes who may give back, and how much each role may waive [P-9.30]', async () => {
  server.routes.set(write, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <MoneyRulesSection />);
  const employee = await screen.findByRole('textbox', { name: 'An employee may waive of a price' });
  const doctor = screen.getByRole('textbox', { name: 'A doctor may waive of a price' });
  const save = screen.getByRole('button', { name: 'Save refunds and discounts' });
  expect([employee, doctor].map((field) => (field as HTMLInputElement).value)).toEqual(['₹0', '']);
  expect(save).toBeDisabled();
  await user.type(doctor, '2x500');
  await user.click(save);
  expect(doctor).toHaveAccessibleDescription(/Please enter an amount from ₹0 to ₹1,00,00,000/);
  await user.clear(doctor);
  await user.type(doctor, '1,000');
  await user.click(screen.getByRole('switch', { name: 'Employees may give money back' }));
  expect(employee).toBeDisabled();
  await user.click(save);
  expect(await screen.findByText('Failed to save refunds and discounts')).toBeVisible();
  const changed = { employeesMayRefund: true, doctorDiscount: 1_000_00, employeeDiscount: 0 };
  server.routes.set(write, ({ body }) => ({ json: JSON.parse(body) as MoneyRules }));
  await user.click(save);
  expect(await screen.findByText('Refunds and discounts saved')).toBeVisible();
  expect(JSON.parse(server.requestsOf(write)[1]?.body ?? '')).toEqual(changed);
});

it('names no doctor at a turf, and is for owners alone', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  server.routes.set(read, () => ({ json: rules }));
  const { unmount } = renderSignedIn(server, <MoneyRulesSection />);
  await screen.findByRole('textbox', { name: 'An employee may waive of a price' });
  expect(screen.queryByRole('textbox', { name: /doctor/ })).toBeNull();
  unmount();
  await server.close();
  server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
  renderSignedIn(
    server,
    <div data-testid="page">
      <MoneyRulesSection />
    </div>,
  );
  expect(await screen.findByTestId('page')).toBeEmptyDOMElement();
  expect(server.requestsOf(read)).toHaveLength(0);
});
