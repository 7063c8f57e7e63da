import { expectNoViolation, expectUncut } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const narrowPhone = { viewport: { width: 320, height: 640 } };

test('without a script, a stranger asks for a time; the desk sees it live and confirms it by one press [P-12.120, P-12.127, P-12.132, P-12.137]', async ({
  openPage,
}) => {
  const personName = uniqueName('Asking');
  const desk = await openPage('desk');
  await desk.goto('/dashboard/requests');
  await expect(desk.getByRole('heading', { name: 'Requests' })).toBeVisible();

  const page = await openPage(undefined, { ...narrowPhone, javaScriptEnabled: false });
  await page.goto('/b/city-care-clinic?l=en');
  await page
    .getByRole('link', { name: /^See free times/ })
    .first()
    .click();
  // The last day of the strip is far from those that other journeys fill.
  await page
    .getByRole('link', { name: /^\w+day/ })
    .last()
    .click();
  const path = new URL(page.url());
  await page
    .getByRole('button', { name: / [ap]m$/ })
    .last()
    .click();
  const asking = new URL(page.url());
  await page.getByLabel('Name').fill(personName);
  await page.getByLabel('Mobile number').fill('98200 11226');
  await page.getByLabel('Note (if you like)').fill('A cough');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await expect(page.getByRole('status')).toHaveText('Sent. City Care Clinic will answer.');
  const sent = new URL(page.url());

  // The checks are a script, so they look at the pages in a browser that runs some.
  const seen = await openPage(undefined, narrowPhone);
  for (const language of ['mr', 'hi', 'te', 'en'])
    for (const { pathname, search } of [new URL('/b/city-care-clinic', page.url()), path, asking, sent]) {
      const query = new URLSearchParams(search);
      query.set('l', language);
      await seen.goto(`${pathname}?${query}`);
      await expect(seen.locator('html')).toHaveAttribute('lang', language);
      await expectUncut(seen, `${pathname} in ${language}`);
      if (language === 'te') await expectNoViolation(seen, `${pathname} in ${language}`);
    }

  const card = desk.getByRole('article', { name: new RegExp(`^${personName}`) });
  await expect(card.getByText('A cough')).toBeVisible();
  await card.getByRole('button', { name: 'Confirm' }).click();
  await expect(card.getByText('Booked')).toBeVisible();

  await page.reload();
  await page.getByRole('link', { name: 'See your appointment' }).click();
  await expect(page.getByText(personName)).toBeVisible();
});
