import type { OnlineAccount } from '@samay/contract/online-payments/account';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerError, type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { AccountSection } from './account-section.tsx';

const path = '/api/online-account';
const none: OnlineAccount = {
  isOn: false,
  keyId: null,
  eventsAddress: 'https://samay.example/api/online-payments/secret',
  eventsSecret: null,
  trouble: null,
  may: { change: true },
};
const kept: OnlineAccount = { ...none, isOn: true, keyId: 'rzp_test_SandboxGreen01' };

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());
const answer = (account: OnlineAccount) => server.routes.set(`GET ${path}`, () => ({ json: account }));

it('connects Razorpay, shows what is wrong at its field, and the secret of webhooks once [P-12.116, P-12.184]', async () => {
  answer(none);
  let sent: unknown;
  server.routes.set(
    `PUT ${path}`,
    answerError(422, 'online.keys_refused', 'Razorpay did not take the keys. Nothing was saved.', {
      keySecret: 'Razorpay does not know these keys',
    }),
  );
  const { user } = renderSignedIn(server, <AccountSection />);
  await user.click(await screen.findByRole('button', { name: 'Connect Razorpay' }));
  expect(screen.getByText(/Let Razorpay charge its fees to you\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save account' }));
  expect(await screen.findByText(/Please enter the key id of Razorpay/)).toBeVisible();
  await user.type(screen.getByLabelText('Key id of Razorpay'), 'rzp_test_SandboxGreen01');
  await user.type(screen.getByLabelText('Key secret of Razorpay'), 'aWrongSecret0000');
  await user.click(screen.getByRole('button', { name: 'Save account' }));
  expect(await screen.findByText('Razorpay does not know these keys')).toBeVisible();
  expect(screen.getByLabelText('Key secret of Razorpay')).toHaveValue('aWrongSecret0000');
  server.routes.set(`PUT ${path}`, ({ body }) => {
    sent = JSON.parse(body);
    return { json: { ...kept, eventsSecret: 'a-secret-of-webhooks' } };
  });
  await user.click(screen.getByRole('button', { name: 'Save account' }));
  expect(await screen.findByText('a-secret-of-webhooks')).toBeVisible();
  expect(sent).toEqual({ isOn: true, keyId: 'rzp_test_SandboxGreen01', keySecret: 'aWrongSecret0000' });
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByText('a-secret-of-webhooks')).toBeNull());
  expect(screen.getByLabelText('Key secret of Razorpay')).toHaveValue('');
  expect(screen.getByLabelText('Address of webhooks')).toHaveValue(kept.eventsAddress);
});

it('keeps the secret that it has, says what is wrong with it, and changes nothing where the owner may not [P-12.116]', async () => {
  const trouble = 'Razorpay refuses the keys, so that nobody can pay online.';
  answer({ ...kept, trouble });
  let sent: unknown;
  server.routes.set(`PUT ${path}`, ({ body }) => {
    sent = JSON.parse(body);
    return { json: { ...kept, isOn: false } };
  });
  const { user, unmount } = renderSignedIn(server, <AccountSection />);
  expect(await screen.findByText(trouble)).toBeVisible();
  await user.click(screen.getByLabelText(/^Take payments on the page/));
  await user.click(screen.getByRole('button', { name: 'Save account' }));
  await waitFor(() => expect(sent).toEqual({ isOn: false, keyId: kept.keyId, keySecret: null }));
  unmount();
  answer({ ...kept, eventsAddress: null, may: { change: false } });
  renderSignedIn(server, <AccountSection />);
  expect(await screen.findByRole('button', { name: 'Save account' })).toBeDisabled();
});
