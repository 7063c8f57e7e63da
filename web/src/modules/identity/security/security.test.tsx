import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { tokens } from '../../../lib/api/access-token.ts';
import { GoogleSection } from './google-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { deviceName } from './wording.ts';

const off = { since: null, recoveryCodesLeft: 0, isRequired: false };
const on = { since: '2026-11-20T04:30:00.000Z', recoveryCodesLeft: 10, isRequired: false };
const token = { accessToken: 'raised', expiresAt: '2096-01-01T00:00:00Z' };
const codes = Array.from({ length: 10 }, (_, at) => `abcde-0000${at}`);
const here = {
  id: '00000000-0000-4000-8000-000000000101',
  isCurrent: true,
  browser: 'Firefox',
  system: 'Windows',
};
const phone = {
  id: '00000000-0000-4000-8000-000000000102',
  isCurrent: false,
  browser: 'Chrome',
  system: 'Android',
};
const times = { startedAt: '2026-11-19T04:30:00.000Z', lastUsedAt: '2026-11-20T05:30:00.000Z' };

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

describe('sign in with Google', () => {
  it('is unlinked when asked twice, and says what could not be done [P-2.52]', async () => {
    server.routes.set('GET /api/me/google', () => ({
      json: { since: '2026-11-20T04:30:00.000Z', mayUnlink: true },
    }));
    server.routes.set('DELETE /api/me/google', answerError(503, 'server.unavailable', 'Away.'));
    const { user } = renderSignedIn(server, <GoogleSection />);
    await user.click(await screen.findByRole('button', { name: 'Unlink' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Google?' }));
    await user.click(dialog.getByRole('button', { name: 'Unlink' }));
    expect(await dialog.findByText('Google could not be unlinked')).toBeVisible();
    server.routes.set('DELETE /api/me/google', () => ({ status: 204, json: null }));
    server.routes.set('GET /api/me/google', () => ({ json: { since: null, mayUnlink: false } }));
    await user.click(dialog.getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText('Not linked')).toBeVisible();
  });

  it('sends users without a password to set one first', async () => {
    server.routes.set('GET /api/me/google', () => ({
      json: { since: '2026-11-20T04:30:00.000Z', mayUnlink: false },
    }));
    server.routes.set('POST /api/password-recovery', () => ({ status: 204, json: null }));
    const { user } = renderSignedIn(server, <GoogleSection />);
    await user.click(await screen.findByRole('button', { name: 'Email me a link to set a password' }));
    expect(await screen.findByText('Password reset link sent to your email!')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull();
    expect(server.requestsOf('POST /api/password-recovery')).toHaveLength(1);
  });
});

describe('two-step verification', () => {
  it('is turned on with a code of the app, and shows the recovery codes until they are saved [P-2.22]', async () => {
    server.routes.set('GET /api/second-factor', () => ({ json: off }));
    server.routes.set('POST /api/second-factor/enrolment', () => ({
      status: 201,
      json: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' },
    }));
    server.routes.set('PUT /api/second-factor', () => ({ json: { recoveryCodes: codes, token } }));
    const { user } = renderSignedIn(server, <SecondFactorSection />);
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn on two-step verification' }));
    expect(await dialog.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(dialog.getByText('ABCD EFGH')).toBeVisible();

    await user.type(dialog.getByLabelText('Code'), '12 34');
    await user.click(dialog.getByRole('button', { name: 'Turn on' }));
    expect(dialog.getByText('Please enter the six digits of your authenticator app')).toBeVisible();
    expect(server.requestsOf('PUT /api/second-factor')).toEqual([]);

    await user.type(dialog.getByLabelText('Code'), '56');
    await user.click(dialog.getByRole('button', { name: 'Turn on' }));
    expect(await dialog.findByText('abcde-00009')).toBeVisible();
    expect(JSON.parse(server.requestsOf('PUT /api/second-factor')[0]!.body)).toEqual({ code: '123456' });
    expect(tokens.access()).toBe('raised');
    server.routes.set('GET /api/second-factor', () => ({ json: on }));
    await user.click(dialog.getByRole('button', { name: 'I have saved them' }));
    expect(await screen.findByText('10 of 10 recovery codes left.')).toBeVisible();
  });

  it('keeps a rejected code in its field and shows why', async () => {
    server.routes.set('GET /api/second-factor', () => ({ json: on }));
    server.routes.set(
      'POST /api/second-factor/removal',
      answerError(422, 'factor.invalid_code', 'No.', { code: 'This code was already used' }),
    );
    const { user } = renderSignedIn(server, <SecondFactorSection />);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Code'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await dialog.findByText('This code was already used')).toBeVisible();
    expect(dialog.getByLabelText('Code')).toHaveValue('123456');
    server.routes.set('POST /api/second-factor/removal', () => 'drop');
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(
      await dialog.findByText('Samay did not answer. Please check your connection and try again.'),
    ).toBeVisible();
  });

  it('accepts a recovery code instead of a code', async () => {
    server.routes.set('GET /api/second-factor', () => ({ json: { ...on, recoveryCodesLeft: 2 } }));
    server.routes.set('POST /api/second-factor/removal', () => ({ status: 200, json: '' }));
    const { user } = renderSignedIn(server, <SecondFactorSection />);
    expect(await screen.findByText('2 of 10 recovery codes left. Please create new codes.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(dialog.getByText('Please enter a recovery code')).toBeVisible();
    await user.type(dialog.getByLabelText('Recovery code'), ' abcde-00001 ');
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-step verification is off')).toBeVisible();
    expect(JSON.parse(server.requestsOf('POST /api/second-factor/removal')[0]!.body)).toEqual({
      recoveryCode: 'abcde-00001',
    });
  });

  it('makes new recovery codes after a code', async () => {
    server.routes.set('GET /api/second-factor', () => ({ json: on }));
    server.routes.set('POST /api/second-factor/recovery-codes', () => ({
      status: 201,
      json: { recoveryCodes: codes },
    }));
    const { user } = renderSignedIn(server, <SecondFactorSection />);
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }));
    expect(dialog.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
    await user.type(dialog.getByLabelText('Code'), '123456{Enter}');
    expect(await dialog.findByText('abcde-00000')).toBeVisible();
  });

  it('says that it could not be loaded, and tries again', async () => {
    server.routes.set(
      'GET /api/second-factor',
      answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
    );
    const { user } = renderSignedIn(server, <SecondFactorSection />);
    expect(await screen.findByText('Failed to load two-step verification')).toBeVisible();
    server.routes.set('GET /api/second-factor', () => ({ json: off }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Off')).toBeVisible();
  });
});

describe('where one is signed in', () => {
  beforeEach(() => {
    server.routes.set('GET /api/sessions', () => ({
      json: {
        items: [
          { ...here, ...times },
          { ...phone, ...times },
        ],
      },
    }));
  });

  it('names each browser, marks this one, and offers to end the others only [P-2.17]', async () => {
    renderSignedIn(server, <SessionsSection />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Firefox on WindowsThis browserLast used 20 Nov 2026, 11:00 amSince 19 Nov 2026, 10:00 am',
      'Chrome on AndroidLast used 20 Nov 2026, 11:00 amSince 19 Nov 2026, 10:00 amEnd',
    ]);
  });

  it('asks before it ends one, and removes it from the list [P-2.17]', async () => {
    server.routes.set(`DELETE /api/sessions/${phone.id}`, () => ({ status: 200, json: '' }));
    const { user } = renderSignedIn(server, <SessionsSection />);
    await user.click(await screen.findByRole('button', { name: 'End Chrome on Android' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End this session?' }));
    expect(server.requestsOf(`DELETE /api/sessions/${phone.id}`)).toEqual([]);
    server.routes.set('GET /api/sessions', () => ({ json: { items: [{ ...here, ...times }] } }));
    await user.click(dialog.getByRole('button', { name: 'End session' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });

  it('ends all others together, and reports a failure in the dialog', async () => {
    server.routes.set('DELETE /api/sessions', () => 'drop');
    const { user } = renderSignedIn(server, <SessionsSection />);
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }));
    await user.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await dialog.findByText('The session could not be ended')).toBeVisible();
    server.routes.set('DELETE /api/sessions', () => ({ json: { ended: 1 } }));
    await user.click(dialog.getByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('All other sessions ended')).toBeVisible();
  });

  it.each([
    [{ browser: 'Safari', system: 'iOS' }, 'Safari on iOS'],
    [{ browser: null, system: 'Linux' }, 'Linux'],
    [{ browser: null, system: null }, 'Unknown browser'],
  ])('%o is called %s', (session, name) => expect(deviceName(session)).toBe(name));
});

describe('the own name', () => {
  it('is saved, and the rest of the application follows [P-2.20]', async () => {
    const { user: one } = buildSession();
    server.routes.set('PATCH /api/me', () => ({ json: { name: 'Asha Joshi' } }));
    const { user } = renderSignedIn(server, <ProfileSection />);
    const field = await screen.findByLabelText('Full name');
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.clear(field);
    await user.type(field, ' Asha Joshi{Enter}');
    expect(await screen.findByText('Your name is saved')).toBeVisible();
    expect(JSON.parse(server.requestsOf('PATCH /api/me')[0]!.body)).toEqual({ name: 'Asha Joshi' });
    expect(server.requestsOf('GET /api/session')).toHaveLength(2);
    expect(screen.getByText(`${one.email} · Business Owner`)).toBeVisible();
  });

  it('is required, and kept when it could not be saved', async () => {
    const { user } = renderSignedIn(server, <ProfileSection />);
    const field = await screen.findByLabelText('Full name');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Please enter your name')).toBeVisible();
    server.routes.set('PATCH /api/me', () => 'drop');
    await user.type(field, 'Asha J{Enter}');
    expect(await screen.findByText('Your name could not be saved')).toBeVisible();
    expect(field).toHaveValue('Asha J');
  });
});
