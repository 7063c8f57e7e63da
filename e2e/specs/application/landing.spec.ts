import type { Page } from '@playwright/test';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { listPlans, Plan } from '@samay/contract/tenancy/payments';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';

// Tests the properties of the server's pages that only a browser can prove. Their content is tested
// in server/src/modules/public/site.

test.use({ reducedMotion: 'no-preference' });

test('the hero is pinned for four viewport heights: the words fade, the icons move to the centre behind the product and fade [P-3.2]', async ({
  openPage,
}) => {
  const page = await openPage();
  await page.goto('/');
  // The pictures of the scene wait for the first sign of scrolling.
  await expect(page.locator('.hero-product')).toBeHidden();
  await startScene(page);
  const start = { top: 65, words: 1, way: 1, size: 1, opacity: 1, product: 0, later: 0, isShown: false };
  const shown = { product: 1, isShown: true };
  const at = (part: number) => expect.poll(() => measureHero(page, part), { message: `at ${part}` });
  await at(0).toEqual(start);
  await at(0.125).toEqual({ ...start, words: 0.5 });
  await at(0.25).toEqual({ ...start, words: 0 });
  await at(0.5).toEqual({ ...start, ...shown, words: 0, way: 0.5, size: 0.7 });
  await at(0.75).toEqual({ ...start, ...shown, words: 0, way: 0, size: 0.4, later: 1 });
  for (const picture of await page.locator('.hero-product img').all())
    if (await picture.isVisible())
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
  // The rest of the page covers it.
  await at(1).toEqual({ ...start, words: 0, way: 0, size: 0.4, opacity: 0, product: 1, later: 1 });
  await expect
    .poll(async () => (await measureHero(page, 1.1)).top, 'then the hero scrolls away')
    .toBeLessThan(65);
  await at(0).toEqual(start);
});

test('the links lead to their targets, and the prices are those of the database [P-3.1, P-3.4]', async ({
  openPage,
}) => {
  const page = await openPage();
  await page.goto('/');
  await startScene(page);
  await page.getByRole('link', { name: 'Features' }).first().click();
  const features = page.locator('#features-cards');
  await expect(page).toHaveURL('/#features-cards');
  await expect.poll(async () => Math.abs((await features.boundingBox())?.y ?? 9999)).toBeLessThan(80);
  // A click during smooth scrolling would hit another element.
  await expect(page.locator('html')).not.toHaveClass(/lenis-scrolling/);

  const answer = (await (await page.request.get(listPlans.path)).json()) as { plans: unknown };
  const plans = Plan.array().parse(answer.plans);
  expect(plans.length).toBeGreaterThan(1);
  for (const { name, monthlyPrice, limit } of plans) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect(card).toContainText(monthlyPrice === 0 ? 'Free' : formatRupees(monthlyPrice));
    await expect(card).toContainText(`Up to ${formatCount(limit)} bookings a month`);
  }
  for (const [name, target] of [
    ['Privacy policy', '/privacy-policy'],
    ['Terms', '/terms'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', target);
  await page.getByRole('link', { name: 'Choose Premium' }).click();
  await expect(page).toHaveURL('/get-started?plan=premium');
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked();
  await page.getByRole('link', { name: 'Samay, back to home' }).click();
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('the page is complete without JavaScript [P-3.1]', async ({ openPage }) => {
  const page = await openPage(undefined, { javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.locator('.hero-stage')).toHaveCSS('position', 'relative');
  await expect(page.locator('.hero-words')).toHaveCSS('opacity', '1');
  for (const name of [
    'The booking desk for clinics and turfs',
    'The whole day on one screen',
    'Prices by how much you book',
    'Premium',
  ])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  const picture = page.getByRole('img', { name: /^The appointments of City Care Clinic/ });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toBeVisible();
  await page.getByText('Who can see my patients?').click();
  await expect(page.getByText('The people you invite, each by their role.')).toBeVisible();
});

test('with reduced motion the page is still, and axe finds nothing on the public pages [P-3.1, P-3.23]', async ({
  openPage,
}) => {
  const page = await openPage(undefined, { reducedMotion: 'reduce' });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.locator('.hero-product')).toBeHidden();
  expect(scripts.filter((path) => path.includes('scene-'))).toEqual([]);
  await expect(page.locator('.hero-stage')).toHaveCSS('position', 'relative');
  await expect(page.locator('.icon svg').first()).toHaveCSS('animation-name', 'none');
  for (const size of [
    { width: 1366, height: 768 },
    { width: 768, height: 1024 },
    { width: 360, height: 640 },
  ]) {
    await page.setViewportSize(size);
    expect(await coveredWords(page), `at ${size.width} px`).toEqual([]);
  }
  for (const path of ['/', '/privacy-policy', '/terms']) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

/** Moves the mouse, which loads the scroll animation, and waits until it has loaded. */
async function startScene(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.waitForFunction(() => 'lenisVersion' in window);
}

/**
 * Scrolls to a fraction of the four viewport heights and measures the hero: opacities, the size of
 * the icons, and the share of their way to the centre that is left.
 */
function measureHero(page: Page, part: number) {
  return page.evaluate(async (at) => {
    scrollTo({ top: at * 4 * innerHeight, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const tenths = (value: number) => Math.round(value * 10) / 10;
    const opacity = (element: Element) => Number(getComputedStyle(element).opacity);
    const find = (name: string) => document.querySelector<HTMLElement>(name) ?? document.body;
    const stage = find('.hero-stage');
    const product = find('.hero-product');
    const { left, top } = stage.getBoundingClientRect();
    const icons = [...document.querySelectorAll<HTMLElement>('.icon')].map((icon) => {
      const box = icon.getBoundingClientRect();
      const fromCentre = (x: number, y: number) =>
        Math.hypot(x - stage.clientWidth / 2, y - stage.clientHeight / 2);
      const rest = fromCentre(box.left + box.width / 2 - left, box.top + box.height / 2 - top);
      const whole = fromCentre(
        icon.offsetLeft + icon.offsetWidth / 2,
        icon.offsetTop + icon.offsetHeight / 2,
      );
      return { box, way: rest / whole, size: box.width / icon.offsetWidth, opacity: opacity(icon) };
    });
    return {
      top: Math.round(top),
      words: tenths(opacity(find('.hero-words'))),
      way: tenths(Math.max(...icons.map(({ way }) => way))),
      size: tenths(Math.max(...icons.map(({ size }) => size))),
      opacity: tenths(Math.max(...icons.map((icon) => icon.opacity))),
      product: tenths(opacity(product)),
      later: tenths(opacity(find('.view-later'))),
      // Neither icons nor the next section are in front of the product.
      isShown: product.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2)),
    };
  }, part);
}

/** Lists the texts of the hero that an icon overlaps. */
async function coveredWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const icons = [...document.querySelectorAll('.icon')].map((icon) => icon.getBoundingClientRect());
    const texts = document.createTreeWalker(document.querySelector('.hero-words')!, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      const isCovered = [...range.getClientRects()].some((line) =>
        icons.some(
          (icon) =>
            icon.left < line.right &&
            icon.right > line.left &&
            icon.top < line.bottom &&
            icon.bottom > line.top,
        ),
      );
      const text = texts.currentNode.textContent?.trim() ?? '';
      if (isCovered && text !== '') covered.push(text);
    }
    return covered;
  });
}
