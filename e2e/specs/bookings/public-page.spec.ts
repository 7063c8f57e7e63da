import { tabTo } from '../../fixtures/browser/interactions.ts';
import { expectNoViolation, expectUncut } from '../../fixtures/checks/accessibility.ts';
import { uniqueEmail, uniqueName } from '../../fixtures/data/people.ts';
import { latestEmailTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

const narrowPhone = { viewport: { width: 320, height: 640 } };

test('without a script, a stranger asks for a time; the desk sees it live and confirms it by one press, or they book with a code [P-12.120, P-12.127, P-12.132, P-12.137, P-12.200]', async ({
  openPage,
  sandbox,
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

  // The owner lets visitors book, and the same page asks for a code. This visitor has a keyboard alone.
  const owner = await openPage('owner');
  await owner.goto('/dashboard/settings/online');
  await owner.getByRole('radio', { name: 'Book immediately, with a code' }).click();
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByText('Saved. The page is on')).toBeVisible();
  await page.goto(`${path.pathname}${path.search}`);
  await tabTo(page, page.getByRole('button', { name: / [ap]m$/ }).last());
  await page.keyboard.press('Enter');
  const [booker, email] = [uniqueName('Booking'), uniqueEmail()];
  for (const [label, typed] of [
    ['Name', booker],
    ['Mobile number', '98200 11227'],
    ['Email', email],
  ] as const) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(typed);
  }
  const typing = new URL(page.url());
  await tabTo(page, page.getByRole('button', { name: 'Send me the code' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await seen.context().addCookies(await page.context().cookies());
  for (const language of ['mr', 'hi', 'te', 'en'])
    for (const { pathname, search } of [typing, new URL(page.url())]) {
      const query = new URLSearchParams(search);
      query.set('l', language);
      await seen.goto(`${pathname}?${query}`);
      await expectUncut(seen, `${pathname} in ${language}`);
      if (language === 'te') await expectNoViolation(seen, `${pathname} in ${language}`);
    }
  const { subject } = await latestEmailTo(sandbox, email);
  await tabTo(page, page.getByLabel('Code', { exact: true }));
  await page.keyboard.type(subject.slice(0, 6));
  await page.keyboard.press('Enter');
  await expect(page.getByText(booker)).toBeVisible();
  await owner.getByRole('radio', { name: 'Send a request, which you confirm' }).click();
  await owner.getByRole('button', { name: 'Save' }).click();
  await expect(owner.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a busy address has its browser solve a task, and the time is held [P-12.210]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 429/);
  const page = await openPage(undefined, narrowPhone);
  await page.goto('/b/green-turf-arena?l=en');
  await page
    .getByRole('link', { name: /^See free times/ })
    .first()
    .click();
  const last = page.getByRole('button', { name: / [ap]m/ }).last();
  const hold = (await page.locator('form').first().getAttribute('action')) ?? '';
  // Times that are not offered count too.
  const form = { day: '2020-01-01', time: '09:00' };
  for (let sent = 0; sent < 60; sent += 20)
    await Promise.all(
      Array.from({ length: 20 }, async () => page.request.post(hold, { form, maxRedirects: 0 })),
    );
  // A first visitor of the address.
  await page.context().clearCookies();
  const asked = page.waitForResponse((response) => response.status() === 429);
  await last.click();
  await asked;
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible();
});
