import type { Page } from '@playwright/test';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ reducedMotion: 'no-preference' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

test('the palette opens pages, patients and bookings, as far as the role may see them [P-16.24, P-16.52]', async ({
  openPage,
  apiAs,
}) => {
  const booked = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Palani'), personContact: '+91 70000 98765' });
  const owner = await openPage('owner');
  await owner.goto('/dashboard');
  await owner.getByRole('button', { name: 'Search and commands' }).click();
  await expect(owner.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await owner.keyboard.type('audit');
  await owner.keyboard.press('Enter');
  await expect(owner).toHaveURL('/dashboard/audit');
  await owner.keyboard.press('Control+k');
  await expect(owner.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await owner.keyboard.type(booked.personName);
  await expect(palette(owner).getByRole('group', { name: 'Appointments' }).getByRole('option')).toHaveCount(
    1,
  );
  await palette(owner).getByRole('group', { name: 'Patients' }).getByRole('option').click();
  await expect(owner.getByRole('heading', { name: booked.personName, level: 1 })).toBeVisible();

  // Repeats it on a phone, and for a role without the list of patients.
  const desk = await openPage('desk', { viewport: { width: 360, height: 740 } });
  await desk.goto('/dashboard');
  await desk.getByRole('button', { name: 'Search and commands' }).click();
  await desk.getByRole('combobox', { name: 'Search and commands' }).fill(booked.personName);
  await palette(desk).getByRole('group', { name: 'Appointments' }).getByRole('option').click();
  await expect(
    desk.getByRole('dialog', { name: 'Appointment Details' }).getByText(booked.personName),
  ).toBeVisible();
  await expect(palette(desk)).toBeHidden();
});
