import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import type { Person } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// A turf's screens never say patient or doctor; a clinic's never say customer, turf or slot
// (docs/decisions/0015-words.md).

// Pressing every button changes data.
test.use({ dedicatedServer: 'vocabulary' });
test.setTimeout(180_000);

/**
 * Every signed-in page of the page table. The file is read as text, so that a new page is tested
 * here without another edit.
 */
const table = readFileSync(new URL('../../../web/src/app/page-table.ts', import.meta.url), 'utf8');
const pages = [...table.matchAll(/^ {2}'(\/[^']*)': \{[^}]*\barea: '(clinic|turf|turf-desk)'/gm)].map(
  ([, path = '', area]) => ({
    path,
    area,
  }),
);

interface Vocabulary {
  readonly people: readonly Person[];
  readonly areas: readonly string[];
  readonly foreign: RegExp;
  /** Texts that the specification prescribes for both business types. */
  readonly allowed: readonly string[];
  /** The beginnings of dialog titles that the test must have opened. */
  readonly dialogs: readonly string[];
}

const vocabularies: Readonly<Record<string, Vocabulary>> = {
  clinic: {
    people: ['owner', 'doctor', 'desk'],
    areas: ['clinic'],
    foreign: /\b(?:customers?|turfs?|slots?)\b/i,
    allowed: ['Booking time slots', 'Add New Time Slot'],
    dialogs: ['New Appointment', 'Appointment Details', 'Prescription of', 'Reschedule', 'Invite User'],
  },
  turf: {
    people: ['turfOwner', 'turfDesk'],
    areas: ['turf', 'turf-desk'],
    foreign: /patient|doctor|prescription|clinic|hospital/i,
    allowed: [],
    dialogs: ['New Booking', 'Booking Details', 'Reschedule', 'Invite User'],
  },
};

for (const [business, { people, areas, foreign, allowed, dialogs }] of Object.entries(vocabularies)) {
  test(`every screen and dialog of a ${business} uses its own vocabulary`, async ({
    openPage,
    consoleErrors,
  }) => {
    // A page that the guard refuses is left while its code still loads.
    consoleErrors.expect(/status of 40|ChunkLoadError/);
    const openedTitles: string[] = [];
    const wrong = new Set<string>();
    const pressed = new Set<string>();
    for (const person of people) {
      const page = await openPage(person);
      watchScripts(page);
      const checkTexts = async (where: string) => {
        for (const text of await textsOf(page))
          if (foreign.test(text) && !allowed.includes(text)) wrong.add(`${person} ${where}: ${text}`);
      };
      for (const { path } of [
        ...pages.filter(({ area = '' }) => areas.includes(area)),
        { path: '/account' },
      ]) {
        await page.goto(path);
        await waitUntilLoaded(page.locator('main'));
        if (new URL(page.url()).pathname !== path) continue;
        await checkTexts(path);
        for (const name of await buttonsOf(page, pressed)) {
          const title = await press(page, name);
          await checkTexts(`${path}, ${name}`);
          if (title === undefined) continue;
          const inside = openedTitles.includes(title) ? [] : await innerButtonsOf(page);
          openedTitles.push(title);
          for (const inner of inside) {
            if (!(await topmost(page).isVisible())) await press(page, name);
            await topmost(page).getByText(inner, { exact: true }).click();
            // Time for validation errors or the next form to appear.
            await page.waitForTimeout(300);
            openedTitles.push(inner);
            await checkTexts(`${path}, ${name}, ${inner}`);
            await closeAll(page);
          }
          await closeAll(page);
        }
      }
    }
    expect([...wrong]).toEqual([]);
    expect(dialogs.filter((dialog) => !openedTitles.some((title) => title.startsWith(dialog)))).toEqual([]);
  });
}

/** All texts on the page that a person can read or a screen reader announces. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'];
    const elements = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const attributes = elements.flatMap((element) => names.map((name) => element.getAttribute(name) ?? ''));
    const values = [...document.querySelectorAll('input')].map(({ value }) => value);
    return [document.title, ...document.body.innerText.split('\n'), ...attributes, ...values].map((text) =>
      text.trim().replace(/ \*$/, ''),
    );
  });
}

async function waitUntilLoaded(within: Locator): Promise<void> {
  await expect(within.getByRole('heading').first()).toBeVisible();
  await expect(within.locator('[aria-busy=true]')).toHaveCount(0);
}

/**
 * Buttons that are not pressed: they act at once, leave the page, or only scroll and filter within
 * it.
 */
const skippedButtons =
  /^(?:Arrived|Undo|Complete|No-show|Schedule again|Refresh|Retry|Export|Download|Copy|Add |Connect|Sign out|Log ?out|Send|Resend|Save|Today|Previous|Next|Load|Try|Collapse|Skip|Print|Day |Show|Check|Hide|Reload)/;

/**
 * The names of the buttons on the page that may open a dialog or menu, one of each kind, because
 * every row repeats the same buttons.
 */
async function buttonsOf(page: Page, pressed: Set<string>): Promise<string[]> {
  const all = await page.locator('main button:enabled:not([aria-pressed])').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .map((button) => {
        const label = button.getAttribute('aria-label');
        const name = (label ?? (button as HTMLElement).innerText).trim().replaceAll(/\s+/g, ' ');
        // A row's button includes the person's name: after the verb in an aria-label, or as the
        // whole text. A free time begins with its hour.
        const isRow = !button.className.includes('mantine-Button');
        const verb = (label?.split(' ')[0] ?? '').replaceAll(/\d+/g, '');
        return { name, kind: isRow ? `${button.className} ${verb}` : name };
      }),
  );
  return all.flatMap(({ name, kind }) =>
    name === '' || skippedButtons.test(name) || pressed.has(kind) || !pressed.add(kind) ? [] : [name],
  );
}

/**
 * Buttons that open a form within a dialog or from a menu, or submit an empty form, which shows its
 * validation errors.
 */
const innerButtons = [
  'Reschedule',
  'Record payment',
  'Correct payment',
  'Create Appointment',
  'Create Booking',
  'Send Invitation',
];

async function innerButtonsOf(page: Page): Promise<string[]> {
  const texts = await topmost(page)
    .getByRole('button')
    .or(topmost(page).getByRole('menuitem'))
    .allInnerTexts();
  return innerButtons.filter((name) => texts.includes(name));
}

/** The topmost dialog or menu. */
function topmost(page: Page): Locator {
  return page.locator('[role=dialog]:visible, [role=menu]:visible').last();
}

/**
 * Presses a button. Returns the title of the dialog that opens, the button's name for a menu, or
 * undefined if nothing opens.
 */
async function press(page: Page, name: string): Promise<string | undefined> {
  const button = page.locator('main').getByRole('button', { name, exact: true }).first();
  if (!(await button.isVisible())) return undefined;
  await closeAll(page);
  await button.click();
  if (!(await opens(page))) return undefined;
  await expect(topmost(page).locator('[aria-busy=true]')).toHaveCount(0);
  const heading = topmost(page).getByRole('heading').first();
  return (await heading.count()) > 0 ? heading.innerText() : name;
}

/** Whether a dialog or menu opens. Waits longer while its code still loads. */
async function opens(page: Page): Promise<boolean> {
  for (;;) {
    const wasLoading = isLoading(page);
    const appears = topmost(page).waitFor({ timeout: 1500 });
    if (await appears.then(...toBoolean)) return true;
    if (!wasLoading && !isLoading(page)) return false;
  }
}

/** Turns a promise's outcome into a boolean. */
const toBoolean = [() => true, () => false] as const;

/** The script requests of each page that are not finished. */
const pendingScripts = new WeakMap<Page, Set<Request>>();

function isLoading(page: Page): boolean {
  return (pendingScripts.get(page)?.size ?? 0) > 0;
}

function watchScripts(page: Page): void {
  const pending = new Set<Request>();
  pendingScripts.set(page, pending);
  page.on('request', (request) => request.resourceType() === 'script' && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
}

async function closeAll(page: Page): Promise<void> {
  await expect(async () => {
    if (await topmost(page).isVisible()) await page.keyboard.press('Escape');
    await expect(topmost(page)).toBeHidden({ timeout: 300 });
  }).toPass();
}
