import type { CalendarConnection } from '@samay/contract/reach/calendar';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCalendarConnection, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { IntegrationsSection } from './integrations-section.tsx';

const path = '/api/calendar-connection';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  calendar({});
});
afterEach(async () => {
  localStorage.clear();
  location.hash = '';
  await server.close();
});

describe('a calendar that is not connected', () => {
  it('is connected by way of Google’s page', async () => {
    server.routes.set(`POST ${path}`, () => ({
      status: 201,
      json: { url: new URL('#at-google', location.href).href },
    }));
    const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    await user.click(await screen.findByRole('button', { name: 'Connect Google Calendar' }));
    await waitFor(() => expect(location.hash).toBe('#at-google'));
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
  });

  it.each([
    ['is refused', answerError(503, 'calendar.not_available', 'Failed to initiate Google OAuth')],
    ['is not heard', () => 'drop' as const],
  ])('says when that %s', async (_what, script) => {
    server.routes.set(`POST ${path}`, script);
    const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    await user.click(await screen.findByRole('button', { name: 'Connect Google Calendar' }));
    expect(await screen.findByText('Failed to initiate Google OAuth')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Connect Google Calendar' })).toBeEnabled();
  });

  it('asks to connect again if Google rejects the token [P-12.7]', async () => {
    calendar({ needsReconnect: true });
    renderSignedIn(server, <IntegrationsSection search={{}} />);
    expect(await screen.findByText('Google Calendar has to be connected again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Connect again' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  });

  it('is the owner’s to connect, and only where that can be done', async () => {
    calendar({ may: { connect: false } });
    const { unmount } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    expect(await screen.findByText('Ask the owner to connect it.')).toBeVisible();
    unmount();
    calendar({ may: { connect: false }, isAvailable: false });
    renderSignedIn(server, <IntegrationsSection search={{}} />);
    expect(await screen.findByText('Google Calendar is not set up on this server.')).toBeVisible();
  });
});

describe('a connected calendar', () => {
  beforeEach(() => calendar({ isConnected: true, calendarId: 'owner@citycare.example' }));

  it('is named, and disconnected after a question [P-12.8]', async () => {
    server.routes.set(`DELETE ${path}`, () => {
      calendar({});
      return { json: null };
    });
    const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    expect(await screen.findByText('Connected')).toBeVisible();
    expect(screen.getByText('owner@citycare.example')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Disconnect' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Are you sure you want to disconnect Google Calendar?')).toBeVisible();
    expect(server.requestsOf(`DELETE ${path}`)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Google Calendar disconnected successfully!')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Connect Google Calendar' })).toBeVisible();
  });

  it.each([
    [answerError(403, 'tenant.suspended', 'No'), 'Failed to disconnect Google Calendar. Please try again.'],
    [() => 'drop' as const, 'An error occurred while disconnecting Google Calendar.'],
  ])('says when it could not be', async (script, sentence) => {
    server.routes.set(`DELETE ${path}`, script);
    const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it.each([
    ['doctor', 'Add your 12 upcoming appointments'],
    ['turf', 'Add your 12 upcoming bookings'],
  ] as const)('is offered what a %s business had before', async (businessType, label) => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType }));
    calendar({ isConnected: true, calendarId: 'a@b.example', missingEvents: 12 });
    server.routes.set(`POST ${path}/missing-events`, () => {
      calendar({ isConnected: true, calendarId: 'a@b.example' });
      return { status: 201, json: { queued: 12 } };
    });
    const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    await user.click(await screen.findByRole('button', { name: label }));
    expect(await screen.findByText(/^12 upcoming .* will be added to Google Calendar$/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: label })).toBeNull());
  });
});

describe('the callback', () => {
  it.each([true, 'true', 'google_calendar'])('with connected=%s says so', async (connected) => {
    renderSignedIn(server, <IntegrationsSection search={{ connected }} />);
    expect(await screen.findByText('Google Calendar connected successfully!')).toBeVisible();
  });

  it('shows the result again after a reload, until it is closed [P-12.27]', async () => {
    sessionStorage.setItem('calendarConnected', 'Google Calendar connected successfully!');
    const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
    expect(await screen.findByText('Google Calendar connected successfully!')).toBeVisible();
    expect(sessionStorage.getItem('calendarConnected')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Google Calendar connected successfully!')).toBeNull();
  });

  it.each([
    ['oauth_failed', 'Google OAuth authentication failed.'],
    ['token_exchange_failed', 'Failed to exchange token with Google.'],
    ['missing_params', 'Required parameters missing for Google Calendar connection.'],
    ['unknown', 'An unknown error occurred while connecting to Google Calendar.'],
    ['calendar_integration_failed', 'Failed to connect Google Calendar. Please try again.'],
    ['callback_handler_failed', 'Failed to connect Google Calendar. Please try again.'],
    ['<b>Your account is locked</b>', 'Failed to connect Google Calendar. Please try again.'],
  ])('with error=%s shows what went wrong [P-12.9]', async (error, sentence) => {
    renderSignedIn(server, <IntegrationsSection search={{ error }} />);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  });
});

it('says what failed, and loads at the second try', async () => {
  server.routes.set(`GET ${path}`, () => 'drop');
  const { user } = renderSignedIn(server, <IntegrationsSection search={{}} />);
  expect(await screen.findByText('Failed to load your integrations')).toBeVisible();
  calendar({});
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Google Calendar')).toBeVisible();
});

it('is hidden from users without the permission [P-12.10]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  renderSignedIn(server, <IntegrationsSection search={{}} />);
  await waitFor(() => expect(server.requestsOf('GET /api/session')).toHaveLength(1));
  expect(screen.queryByText('Integrations')).toBeNull();
  expect(server.requestsOf(`GET ${path}`)).toEqual([]);
});

function calendar(about: Partial<CalendarConnection>): void {
  server.routes.set(`GET ${path}`, () => ({ json: buildCalendarConnection(about) }));
}
