import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { BusinessProfileSection } from './business-profile-section.tsx';

const profile = {
  name: 'City Care',
  timeSlots: [{ start_time: '9 AM', end_time: '1:30 PM' }],
  operatingDays: ['Monday', 'Friday'],
};

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/business-profile', () => ({ json: profile }));
});
afterEach(() => server.close());

describe('the profile of a business on Settings', () => {
  it('shows the answers of onboarding and saves only changed ones [P-3.15]', async () => {
    server.routes.set('PATCH /api/business-profile', ({ body }) => ({
      json: { ...profile, ...(JSON.parse(body) as object) },
    }));
    const { user } = renderSignedIn(server, <BusinessProfileSection />);
    const name = await screen.findByLabelText(/^Business name/);
    expect(name).toHaveValue('City Care');
    expect(screen.getByLabelText('End time')).toHaveValue('1:30');
    expect(screen.getByLabelText('End time, AM or PM')).toHaveValue('PM');
    expect(screen.getByRole('checkbox', { name: 'Friday' })).toBeChecked();
    expect(saveButton()).toBeDisabled();

    await user.clear(name);
    await user.type(name, 'City Care Clinic');
    const rechecked = server.requestsOf('GET /api/session').length;
    await user.click(saveButton());
    expect(await screen.findByText('Business profile saved')).toBeVisible();
    expect(sent()).toEqual([{ name: 'City Care Clinic' }]);
    await waitFor(() => expect(server.requestsOf('GET /api/session').length).toBeGreaterThan(rechecked));
    expect(saveButton()).toBeDisabled();

    await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
    await user.click(screen.getByRole('button', { name: 'Add New Time Slot' }));
    await user.type(screen.getAllByLabelText('Start time')[1]!, '4');
    await user.type(screen.getAllByLabelText('End time')[1]!, '8');
    await user.click(saveButton());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({
      timeSlots: [...profile.timeSlots, { start_time: '4 PM', end_time: '8 PM' }],
      operatingDays: ['Monday', 'Friday', 'Sunday'],
    });
  });

  it('shows the errors and sends nothing', async () => {
    const { user } = renderSignedIn(server, <BusinessProfileSection />);
    await user.clear(await screen.findByLabelText(/^Business name/));
    await user.clear(screen.getByLabelText('Start time'));
    for (const day of ['Monday', 'Friday']) await user.click(screen.getByRole('checkbox', { name: day }));
    await user.click(saveButton());
    expect(screen.getByText('Please enter the name of your business')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all time slots or remove empty ones');
    // Waits for the focus, which moves in the next frame: it could move between the click and the
    // key below.
    await waitFor(() => expect(screen.getByLabelText(/^Business name/)).toHaveFocus());
    await user.type(screen.getByLabelText('Start time'), '9');
    await user.click(saveButton());
    expect(screen.getByRole('alert')).toHaveTextContent('Please select at least one day');
    expect(sent()).toEqual([]);
  });

  it('keeps typed values while it is saved [P-5.58]', async () => {
    let answer: (value: { json: unknown }) => void = () => undefined;
    server.routes.set('PATCH /api/business-profile', () => new Promise((resolve) => (answer = resolve)));
    const { user } = renderSignedIn(server, <BusinessProfileSection />);
    const name = await screen.findByLabelText(/^Business name/);
    await user.type(name, ' Clinic');
    await user.click(saveButton());
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.type(name, ' Pune');
    answer({ json: { ...profile, name: 'City Care Clinic' } });
    expect(await screen.findByText('Business profile saved')).toBeVisible();
    expect(name).toHaveValue('City Care Clinic Pune');
    expect(saveButton()).toBeEnabled();
  });

  it('keeps the typed values when saving fails', async () => {
    server.routes.set('PATCH /api/business-profile', () => 'drop');
    const { user } = renderSignedIn(server, <BusinessProfileSection />);
    await user.type(await screen.findByLabelText(/^Business name/), ' West');
    await user.click(saveButton());
    expect(await screen.findByText('Failed to save your information. Please try again.')).toBeVisible();
    expect(screen.getByLabelText(/^Business name/)).toHaveValue('City Care West');
    expect(saveButton()).toBeEnabled();
  });

  it('says that it could not be loaded, and loads again', async () => {
    server.routes.set(
      'GET /api/business-profile',
      answerError(500, 'server.fault', 'Something went wrong on our side.'),
    );
    const { user } = renderSignedIn(server, <BusinessProfileSection />);
    expect(await screen.findByText('Failed to load your business profile')).toBeVisible();
    server.routes.set('GET /api/business-profile', () => ({ json: profile }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText(/^Business name/)).toBeVisible();
  });

  it('labels the name of a turf', async () => {
    server.routes.set('GET /api/session', () => ({ json: buildSession({ businessType: 'turf' }) }));
    renderSignedIn(server, <BusinessProfileSection />);
    expect(await screen.findByLabelText(/^Turf name/)).toHaveValue('City Care');
  });

  it('is read only for a suspended business', async () => {
    const session = buildSession();
    server.routes.set('GET /api/session', () => ({
      json: { ...session, tenant: { ...session.tenant, suspended: true } },
    }));
    const { user } = renderSignedIn(server, <BusinessProfileSection />);
    await user.type(await screen.findByLabelText(/^Business name/), ' West');
    expect(saveButton()).toBeDisabled();
  });

  it.each(['DOCTOR', 'EMPLOYEE'] as const)('is not there for a %s', async (role) => {
    server.routes.set('GET /api/session', () => ({ json: buildSession({ role }) }));
    renderSignedIn(
      server,
      <>
        <BusinessProfileSection />
        <p>Other sections</p>
      </>,
    );
    expect(await screen.findByText('Other sections')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Business profile' })).toBeNull();
    expect(server.requestsOf('GET /api/business-profile')).toEqual([]);
  });
});

function saveButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Save changes' });
}

function sent(): unknown[] {
  return server.requestsOf('PATCH /api/business-profile').map(({ body }) => JSON.parse(body) as unknown);
}
