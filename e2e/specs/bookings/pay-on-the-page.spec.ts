import { expectNoViolation, expectUncut } from '../../fixtures/checks/accessibility.ts';
import { uniqueEmail, uniqueName } from '../../fixtures/data/people.ts';
import { latestEmailTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// The ground gets an account of its own, and other journeys count its money.
test.use({ dedicatedServer: 'pay' });

const phone = { viewport: { width: 360, height: 640 } };
const keys = { id: 'rzp_test_SandboxGreen01', secret: 'sandboxGreenTurfSecret01' };

test('an owner connects Razorpay; a visitor pays a deposit for a court without a script, cancels, and the money goes back [P-12.116, P-12.147, P-12.152, P-12.215]', async ({
  openPage,
  sandbox,
  server,
}) => {
  const owner = await openPage('turfOwner');
  await owner.goto('/turf-dashboard/settings/online');
  await owner.getByRole('button', { name: 'Connect Razorpay' }).click();
  await owner.getByLabel('Key id of Razorpay').fill(keys.id);
  await owner.getByLabel('Key secret of Razorpay').fill(keys.secret);
  await owner.getByRole('button', { name: 'Save account' }).click();
  const secret = await owner.getByRole('dialog').locator('code').textContent();
  await owner.getByRole('button', { name: 'I have saved it' }).click();
  const address = await owner.getByRole('textbox', { name: 'Address of webhooks' }).inputValue();
  const provider = new URL(sandbox.settings['RAZORPAY_API_URL'] ?? '').origin;
  const events = {
    key_id: keys.id,
    secret: secret ?? '',
    address: new URL(new URL(address).pathname, server.url).href,
  };
  await owner.request.post(`${provider}/merchants/webhook`, { form: events });

  const [name, email] = [uniqueName('Paying'), uniqueEmail()];
  const page = await openPage(undefined, { ...phone, javaScriptEnabled: false });
  await page.goto('/b/green-turf-arena?l=en');
  await page
    .getByRole('link', { name: /^See free times/ })
    .first()
    .click();
  // It may be cancelled by its person: it is not today.
  await page
    .getByRole('link', { name: /^\w+day/ })
    .last()
    .click();
  await page
    .getByRole('button', { name: / [ap]m/ })
    .last()
    .click();
  await expect(page.getByText('₹200').first()).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Mobile number').fill('98200 11229');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the code' }).click();
  const { subject } = await latestEmailTo(sandbox, email);
  await page.getByLabel('Code', { exact: true }).fill(subject.slice(0, 6));
  await page.getByRole('button', { name: 'Book' }).click();
  const pay = page.getByRole('button', { name: 'Pay ₹200' });
  await expect(pay).toBeVisible();

  const seen = await openPage(undefined, { viewport: { width: 320, height: 640 } });
  await seen.context().addCookies(await page.context().cookies());
  const { pathname } = new URL(page.url());
  for (const language of ['mr', 'hi', 'te', 'en']) {
    await seen.goto(`${pathname}?l=${language}`);
    await expectUncut(seen, `${pathname} in ${language}`);
    if (language === 'te') await expectNoViolation(seen, `${pathname} in ${language}`);
  }

  await pay.click();
  await expect(page.getByText('₹200.00')).toBeVisible();
  await page.getByRole('button', { name: 'Pay by UPI' }).click();
  await page.getByRole('button', { name: 'Go back to the shop' }).click();
  await expect(page.getByText(name)).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/m\//);

  // The money is taken once the booking stands.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('₹200').first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'Cancel booking' }).click();
  await expect(page.getByText(/₹200/).first()).toBeVisible();
  await page.getByRole('button', { name: /cancel/i }).click();
  await owner.reload();
  await expect(owner.getByText('Given back', { exact: true })).toBeVisible();
});
