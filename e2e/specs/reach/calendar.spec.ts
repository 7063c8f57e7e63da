import { connectCalendar, openCalendarConsent } from '../../fixtures/actions/google.ts';
import { waitForTransientText } from '../../fixtures/browser/interactions.ts';
import { people } from '../../fixtures/data/people.ts';
import type { Sandbox } from '../../fixtures/servers/sandbox.ts';
import { expect, test } from '../../fixtures/test.ts';

test('an owner who has cancelled the consent connects a calendar, bookings create and delete events, and disconnecting revokes the access [P-12.1]', async ({
  openPage,
  apiAs,
  sandbox,
}) => {
  const page = await openPage('owner');
  await page.goto('/dashboard/settings');
  await openCalendarConsent(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Authentication failed.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/settings?error=oauth_failed');
  await expect(page.getByText('Google OAuth authentication failed.')).toBeVisible();

  await connectCalendar(page, people.owner);
  await waitForTransientText(page, 'Google Calendar connected successfully!');
  await expect(page).toHaveURL('/dashboard/settings');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByText('Google Calendar connected successfully!')).toBeVisible();
  const integrations = page.getByRole('region', { name: 'Integrations' });
  await expect(integrations.getByText(people.owner)).toBeVisible();

  await page.goto('/dashboard/schedule');
  const frame = page.frameLocator('iframe[title="Google Calendar"]');
  await expect(frame.getByRole('heading', { name: `Calendar of ${people.owner}` })).toBeVisible();
  await expect(frame.getByText('Times of Asia/Kolkata')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in Google Calendar' })).toHaveAttribute(
    'href',
    /\/r\?cid=owner%40citycare\.example$/,
  );
  await page.goto('/dashboard/settings');

  const owner = await apiAs('owner');
  const booking = await owner.createAppointment({ personName: 'Vasudha Calendar' });
  await expect.poll(() => listEvents(sandbox, 'POST')).toEqual(['Vasudha Calendar']);
  await owner.cancelAppointment(booking.id);
  await expect.poll(() => listEvents(sandbox, 'DELETE')).toHaveLength(1);

  await page.getByRole('button', { name: /^Add your [\d,]+ upcoming appointments?$/ }).click();
  await expect(page.getByText(/will be added to Google Calendar$/)).toBeVisible();
  await expect.poll(async () => (await listEvents(sandbox, 'POST')).length).toBeGreaterThan(2);

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Are you sure you want to disconnect Google Calendar?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Google Calendar disconnected successfully!')).toBeVisible();
  await page.goto('/dashboard/schedule');
  await expect(
    page.getByText('No Google Calendar integration found. Please connect your Google Calendar in Settings.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go to Settings' }).click();
  await expect(page.getByRole('button', { name: 'Connect Google Calendar' })).toBeVisible();
  await expect
    .poll(async () =>
      (await sandbox.control.arrivals('calendar')).some(({ summary }) => summary === 'POST /revoke'),
    )
    .toBe(true);
});

/** Lists the summaries of the event requests with a method, oldest first. */
async function listEvents({ control }: Sandbox, method: string): Promise<unknown[]> {
  const arrivals = (await control.arrivals('calendar')).toReversed();
  return arrivals
    .filter(({ summary }) => summary.startsWith(`${method} `) && summary.includes('/events'))
    .map(({ content: { body } }) =>
      typeof body === 'object' && body !== null && 'summary' in body ? body.summary : undefined,
    );
}
