import type { SmsSettings } from '@samay/contract/reach/sms-settings';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { SmsSection } from './sms-section.tsx';

const path = '/api/sms-settings';
const none: SmsSettings = {
  isOn: false,
  hasKey: false,
  entityId: null,
  header: null,
  texts: [],
  reportAddress: 'https://samay.example/api/sms-reports/secret',
  trouble: null,
  may: { change: true },
};
const kept: SmsSettings = {
  ...none,
  isOn: true,
  hasKey: true,
  entityId: '1101000000000000001',
  header: 'SNDBOX',
  texts: [
    {
      language: 'en',
      templateId: '5f3a9c0d1e2b4a6f8c7d9e0f',
      dltId: '1107160000000000001',
      text: 'Dear {#alphanumeric#}, come on {#alphanumeric#}. See it here: {#url#} City Care',
    },
  ],
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());
const answer = (settings: SmsSettings) => server.routes.set(`GET ${path}`, () => ({ json: settings }));

it('proposes a text, shows its length in parts, and saves what the owner enters, a text of codes too [P-12.111, P-12.212]', async () => {
  answer(none);
  let sent: unknown;
  server.routes.set(`PUT ${path}`, ({ body }) => {
    sent = JSON.parse(body);
    return { json: kept };
  });
  const { user } = renderSignedIn(server, <SmsSection />);
  await user.click(await screen.findByRole('button', { name: 'Set up SMS' }));
  expect(screen.getByRole('group', { name: 'Preview of the SMS' })).toHaveTextContent(
    /^Dear Asha Kulkarni, your appointment at .* is on \d+ \w+ \d{4} 10\.30 AM\./,
  );
  expect(screen.getByText(/^\d+ characters, sent and charged as 2 parts\.$/)).toBeVisible();
  await user.type(screen.getByLabelText('Authkey of MSG91'), '400000AsandboxKey6000000P1');
  await user.type(screen.getByLabelText('Entity id (DLT)'), '1101000000000000001');
  await user.type(screen.getByLabelText('Header'), 'SNDBOX');
  await user.type(screen.getByLabelText('DLT template id'), '1107160000000000001');
  await user.click(screen.getByRole('button', { name: 'Save SMS' }));
  expect(await screen.findByText(/Please enter the template id of MSG91/)).toBeVisible();
  expect(sent).toBeUndefined();
  await user.type(screen.getByLabelText('Template id at MSG91'), '5f3a9c0d1e2b4a6f8c7d9e0f');
  await user.type(screen.getByLabelText('Number for the test'), '98000 00001');
  await user.click(screen.getByRole('button', { name: 'Add codes in English' }));
  const code = screen.getByLabelText<HTMLTextAreaElement>('Registered text of codes');
  expect(code.value).toMatch(/^Your code for .* is \{#numeric#\}\. It works for 5 minutes\./);
  await user.type(screen.getByLabelText('DLT template id of codes'), '1107160000000000002');
  await user.click(screen.getByRole('button', { name: 'Save SMS' }));
  expect(screen.getByLabelText('Template id of codes at MSG91')).toBeInvalid();
  expect(sent).toBeUndefined();
  await user.type(screen.getByLabelText('Template id of codes at MSG91'), '5f3a9c0d1e2b4a6f8c7d9e10');
  await user.click(screen.getByRole('button', { name: 'Save SMS' }));
  await waitFor(() =>
    expect(sent).toMatchObject({
      isOn: true,
      key: '400000AsandboxKey6000000P1',
      header: 'SNDBOX',
      testNumber: '9800000001',
      texts: [{ language: 'en', dltId: '1107160000000000001', code: { dltId: '1107160000000000002' } }],
    }),
  );
  expect(await screen.findByText('SMS saved and on')).toBeVisible();
  expect(screen.getByLabelText('Authkey of MSG91')).toHaveValue('');
});

it('shows why SMS has stopped, the address of reports, and the reason of a refusal at its field [P-12.111]', async () => {
  answer({ ...kept, trouble: 'SMS has stopped, because the account at MSG91 has no balance: mend it.' });
  server.routes.set(`PUT ${path}`, () => ({
    status: 422,
    json: {
      error: {
        code: 'sms.refused',
        message: 'MSG91 did not take the test message. Nothing was saved.',
        fields: { key: 'Nothing was saved, because MSG91 does not accept the authkey (reminders, en).' },
        requestId: 'r',
      },
    },
  }));
  const { user } = renderSignedIn(server, <SmsSection />);
  expect(await screen.findByText(/has no balance/)).toBeVisible();
  expect(screen.getByLabelText('Address of delivery reports')).toHaveValue(kept.reportAddress ?? '');
  await user.type(screen.getByLabelText('Authkey of MSG91'), 'wrong-wrong-wrong');
  await user.click(screen.getByRole('button', { name: 'Save SMS' }));
  expect(await screen.findByText(/MSG91 does not accept the authkey/)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Authkey of MSG91')).toHaveFocus());
});

it('says what is wrong with a pasted text while it is typed, and adds one in another language [P-12.111]', async () => {
  answer(kept);
  server.routes.set(`PUT ${path}`, answerError(503, 'server.unavailable', 'Away'));
  const { user } = renderSignedIn(server, <SmsSection />);
  const text = await screen.findByLabelText('Registered text');
  await user.clear(text);
  await user.type(text, 'Come soon');
  expect(screen.getByText(/needs three variables/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a text in हिन्दी' }));
  expect(screen.getByText(/because letters outside of English take more room/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the text in English' }));
  expect(screen.getAllByLabelText('Registered text')).toHaveLength(1);
});

it('adds and removes the texts of changes, and shows what is wrong with each at its field [P-12.118]', async () => {
  const [text] = kept.texts;
  if (!text) throw new Error('no text is kept');
  const moved = { templateId: '5f3a9c0d1e2b4a6f8c7d9e11', dltId: '1107160000000000003', text: text.text };
  answer({ ...kept, texts: [{ ...text, changes: { moved } }] });
  let sent: { texts: { changes: unknown }[] } | undefined;
  server.routes.set(`PUT ${path}`, ({ body }) => {
    sent = JSON.parse(body);
    return { json: kept };
  });
  const { user } = renderSignedIn(server, <SmsSection />);
  expect(await screen.findByLabelText('Registered text of moves')).toHaveValue(text.text);
  await user.click(screen.getByRole('button', { name: 'Remove moves in English' }));
  await user.click(screen.getByRole('button', { name: 'Add cancellations in English' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Registered text of cancellations').value).toMatch(
    /^Dear \{#alphanumeric#\}, your appointment at .* on \{#alphanumeric#\} is cancelled/,
  );
  await user.type(screen.getByLabelText('Template id of cancellations at MSG91'), '5f3a9c0d1e2b4a6f8c7d9e12');
  await user.click(screen.getByRole('button', { name: 'Save SMS' }));
  expect(await screen.findByLabelText('DLT template id of cancellations')).toBeInvalid();
  expect(sent).toBeUndefined();
  await user.type(screen.getByLabelText('DLT template id of cancellations'), '1107160000000000004');
  await user.click(screen.getByRole('button', { name: 'Save SMS' }));
  await waitFor(() => expect(sent?.texts[0]?.changes).toMatchObject({ moved: null }));
  expect(sent?.texts[0]?.changes).toMatchObject({ cancelled: { dltId: '1107160000000000004' } });
});

it('is not there for who may not manage integrations', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  renderSignedIn(server, <SmsSection />);
  expect(screen.queryByText('SMS')).not.toBeInTheDocument();
});
