import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { OnboardingScreen } from './onboarding-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  sessionStorage.clear();
  server = await startClinicServer({ ...buildSession(), businessType: null, permissions: [] });
  server.routes.set('PUT /api/onboarding', () => ({ status: 200, json: {} }));
});
afterEach(() => server.close());

type User = ReturnType<typeof renderSignedIn>['user'];

describe('the wizard', () => {
  it('asks on which days each of several slots applies, and takes these for the operating days [P-3.34]', async () => {
    const { user } = renderSignedIn(server, <OnboardingScreen />);
    await user.click(await screen.findByRole('radio', { name: 'Doctor / Hospital Owner' }));
    await next(user);
    await heading('Booking time slots');
    const slot = (number: number) => within(screen.getByRole('group', { name: `Opening hours ${number}` }));
    await user.type(slot(1).getByLabelText('Start time'), '9');
    await user.type(slot(1).getByLabelText('End time'), '1');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add New Time Slot' }));
    await user.type(slot(2).getByLabelText('Start time'), '12');
    await user.type(slot(2).getByLabelText('End time'), '8');
    await next(user);
    expect(await slot(2).findByText('These hours overlap others')).toBeVisible();
    for (const day of ['Saturday', 'Sunday']) await user.click(slot(1).getByRole('checkbox', { name: day }));
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
      await user.click(slot(2).getByRole('checkbox', { name: day }));
    await next(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please select at least one day');
    await user.click(slot(2).getByRole('checkbox', { name: 'Saturday' }));
    await next(user);

    await heading('Operating days');
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(6);
    await next(user);
    await heading('Review');
    expect(screen.getByText('9 AM – 1 PM: Monday, Tuesday, Wednesday, Thursday, Friday')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await waitFor(() => expect(server.requestsOf('PUT /api/onboarding')).toHaveLength(1));
    expect(JSON.parse(server.requestsOf('PUT /api/onboarding')[0]?.body ?? '')).toMatchObject({
      timeSlots: [
        { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] },
        { start_time: '12 PM', days: ['Saturday'] },
      ],
      operatingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    });
  });

  it('asks a clinic four questions, shows what is missing, and sends all answers together [P-3.8]', async () => {
    const { user } = renderSignedIn(server, <OnboardingScreen />);
    await heading('Choose business type');
    await next(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please select your business type');
    await user.click(screen.getByRole('radio', { name: 'Doctor / Hospital Owner' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await next(user);

    expect(await heading('Booking time slots')).toHaveFocus();
    await next(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all time slots or remove empty ones');
    await waitFor(() => expect(screen.getByLabelText('Start time')).toHaveFocus());
    await user.type(screen.getByLabelText('Start time'), '9');
    await user.type(screen.getByLabelText('End time'), '1');
    await user.click(screen.getByRole('button', { name: 'Add New Time Slot' }));
    await next(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all time slots or remove empty ones');
    await user.click(screen.getByRole('button', { name: 'Remove opening hours 2' }));
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await next(user);

    await heading('Operating days');
    await next(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please select at least one day');
    await user.click(screen.getByRole('button', { name: 'Every day' }));
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(7);
    for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
      await user.click(screen.getByRole('checkbox', { name: day }));
    await next(user);

    await heading('Review');
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Doctor / Hospital Owner',
      'Change',
      '9 AM – 1 PM',
      'Change',
      'Monday, Sunday',
      'Change',
    ]);
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await waitFor(() => expect(server.requestsOf('PUT /api/onboarding')).toHaveLength(1));
    expect(JSON.parse(server.requestsOf('PUT /api/onboarding')[0]?.body ?? '')).toEqual({
      businessType: 'doctor',
      businessName: null,
      timeSlots: [{ start_time: '9 AM', end_time: '1 PM' }],
      operatingDays: ['Monday', 'Sunday'],
    });
    await waitFor(() => expect(server.requestsOf('GET /api/session').length).toBeGreaterThan(1));
    expect(sessionStorage.getItem('samay-onboarding')).toBeNull();
  });

  it('asks a turf for its name, goes back without losing anything, and is there again after a reload [P-3.8, P-3.11]', async () => {
    const { user, unmount } = renderSignedIn(server, <OnboardingScreen />);
    await heading('Choose business type');
    await user.click(screen.getByRole('radio', { name: 'Turf Owner' }));
    await next(user);
    await heading('Turf name');
    expect(screen.getByLabelText(/^Turf name/)).toHaveValue('City Care Clinic');
    await user.clear(screen.getByLabelText(/^Turf name/));
    await user.type(screen.getByLabelText(/^Turf name/), '   ');
    await next(user);
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter your turf name');
    await user.type(screen.getByLabelText(/^Turf name/), 'Green Turf');
    await next(user);
    await heading('Booking time slots');
    await user.type(screen.getByLabelText('Start time'), '6');
    await user.selectOptions(screen.getByLabelText('End time, AM or PM'), 'AM');
    await user.type(screen.getByLabelText('End time'), '2');
    expect(screen.getByText('Ends on the next day.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText(/^Turf name/)).toHaveValue('   Green Turf');
    await next(user);
    unmount();

    renderSignedIn(server, <OnboardingScreen />);
    await heading('Booking time slots');
    expect(screen.getByLabelText('Start time')).toHaveValue('6');
    expect(screen.getByLabelText('End time, AM or PM')).toHaveValue('AM');
  });

  it('allows going back to a step by its number, and never ahead [P-3.8]', async () => {
    const { user } = await reviewed();
    const progress = within(screen.getByRole('navigation', { name: 'Progress' }));
    expect(progress.getByRole('button', { name: /Review$/ })).toHaveAttribute('aria-current', 'step');
    expect(progress.getByRole('button', { name: 'Turf name, skipped for a clinic' })).toBeDisabled();
    await user.click(progress.getByRole('button', { name: 'Booking time slots' }));
    await heading('Booking time slots');
    expect(progress.getByRole('button', { name: /Operating days$/ })).toBeDisabled();
    await user.click(progress.getByRole('button', { name: 'Choose business type' }));
    expect(await screen.findByRole('radio', { name: 'Doctor / Hospital Owner' })).toBeChecked();
  });

  it.each([
    ['is away', () => 'drop' as const],
    ['fails', answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.')],
    ['refuses', answerError(403, 'tenant.suspended', 'This business is suspended.')],
  ])('keeps everything when the server %s, and tries again [P-3.10]', async (_, script) => {
    const { user } = await reviewed();
    server.routes.set('PUT /api/onboarding', script);
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    expect(await screen.findByText('Failed to save your information. Please try again.')).toBeVisible();
    expect(screen.getByText('9 AM – 1 PM')).toBeVisible();
    expect(sessionStorage.getItem('samay-onboarding')).toContain('Monday');
    server.routes.set('PUT /api/onboarding', () => ({ status: 200, json: {} }));
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await waitFor(() => expect(sessionStorage.getItem('samay-onboarding')).toBeNull());
  });

  it('shows Saving... and ignores a second press', async () => {
    const { user } = await reviewed();
    let answer = () => {};
    server.routes.set('PUT /api/onboarding', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { status: 200, json: {} };
    });
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    await waitFor(() => expect(server.requestsOf('PUT /api/onboarding')).toHaveLength(1));
    answer();
    await waitFor(() => expect(sessionStorage.getItem('samay-onboarding')).toBeNull());
  });

  it('continues if the response to an earlier attempt was lost', async () => {
    const { user } = await reviewed();
    server.routes.set(
      'PUT /api/onboarding',
      answerError(409, 'onboarding.completed', 'This business has been set up already.'),
    );
    const before = server.requestsOf('GET /api/session').length;
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await waitFor(() => expect(server.requestsOf('GET /api/session').length).toBeGreaterThan(before));
  });

  it('shows a suspended business why it cannot be set up now', async () => {
    const session = buildSession();
    server.routes.set('GET /api/session', () => ({
      json: { ...session, tenant: { ...session.tenant, suspended: true }, permissions: [] },
    }));
    await reviewed();
    expect(screen.getByText(/This business is suspended/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Complete Setup' })).toBeDisabled();
  });

  it('does not send an incomplete draft, and goes to the missing step', async () => {
    keep({ days: [] });
    const { user } = renderSignedIn(server, <OnboardingScreen />);
    await heading('Review');
    await user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await heading('Operating days');
    expect(screen.getByRole('alert')).toHaveTextContent('Please select at least one day');
    expect(server.requestsOf('PUT /api/onboarding')).toEqual([]);
  });
});

async function heading(name: string): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name });
}

async function next(user: User): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Next' }));
}

/** Opens a clinic's draft at the last step. */
async function reviewed() {
  keep({});
  const rendered = renderSignedIn(server, <OnboardingScreen />);
  await heading('Review');
  return rendered;
}

function keep(change: object): void {
  const slots = [{ key: 'k', start: '9', startHalf: 'AM', end: '1', endHalf: 'PM' }];
  const values = { businessType: 'doctor', businessName: '', slots, days: ['Monday'], ...change };
  sessionStorage.setItem(
    'samay-onboarding',
    JSON.stringify({ userId: buildSession().user.id, step: 5, values }),
  );
}
