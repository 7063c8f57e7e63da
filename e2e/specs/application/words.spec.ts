import { readFileSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import { expect, test } from '../../fixtures/server/journey.ts';
import type { Person } from '../../fixtures/server/people.ts';

// No screen of a turf says patient or doctor, none of a clinic customer, turf or slot (docs/decisions/0015-words.md).

test.use({ own: 'words' });
test.setTimeout(180_000);

/** Every page inside, from the table that the guard goes by: read as a text, so that a new page is read here without being asked. */
const table = readFileSync(new URL('../../../web/src/app/page-table.ts', import.meta.url), 'utf8');
const pages = [...table.matchAll(/^ {2}'(\/[^']*)': \{[^}]*\barea: '(clinic|turf|turf-desk)'/gm)].map(([, path = '', area]) => ({
  path,
  area,
}));

interface Vocabulary {
  readonly people: readonly Person[];
  readonly areas: readonly string[];
  readonly foreign: RegExp;
  /** Labels and sentences of the specification that stand to the letter for both. */
  readonly allowed: readonly string[];
  /** How the titles of dialogs begin that the walk must have met. */
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
  test(`every screen and dialog of a ${business} speaks its own words`, async ({ open, consoleErrors }) => {
    // A page that is refused is left while its code is still on its way.
    consoleErrors.expect(/status of 40|ChunkLoadError/);
    const met: string[] = [];
    const wrong = new Set<string>();
    const pressed = new Set<string>();
    for (const person of people) {
      const page = await open(person);
      watchScripts(page);
      const read = async (where: string) => {
        for (const text of await textsOf(page)) if (foreign.test(text) && !allowed.includes(text)) wrong.add(`${person} ${where}: ${text}`);
      };
      for (const { path } of [...pages.filter(({ area = '' }) => areas.includes(area)), { path: '/account' }]) {
        await page.goto(path);
        await ready(page.locator('main'));
        if (new URL(page.url()).pathname !== path) continue;
        await read(path);
        for (const name of await buttonsOf(page, pressed)) {
          const title = await press(page, name);
          if (title === undefined) continue;
          await read(`${path}, ${name}`);
          const inside = met.includes(title) ? [] : await innerButtonsOf(page);
          met.push(title);
          for (const inner of inside) {
            if (!(await opened(page).isVisible())) await press(page, name);
            await opened(page).getByText(inner, { exact: true }).click();
            // What is missing is told, or the next form comes.
            await page.waitForTimeout(300);
            met.push(inner);
            await read(`${path}, ${name}, ${inner}`);
            await closeAll(page);
          }
          await closeAll(page);
        }
      }
    }
    expect([...wrong]).toEqual([]);
    expect(dialogs.filter((dialog) => !met.some((title) => title.startsWith(dialog)))).toEqual([]);
  });
}

/** All that a person can read or hear on the page, a line each. */
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

async function ready(within: Locator): Promise<void> {
  await expect(within.getByRole('heading').first()).toBeVisible();
  await expect(within.locator('[aria-busy=true]')).toHaveCount(0);
}

/** What acts at once or leads away, and what only moves within the page. */
const deeds =
  /^(?:Arrived|Undo|Complete|No-show|Schedule again|Refresh|Retry|Export|Download|Copy|Add |Connect|Sign out|Log ?out|Send|Resend|Save|Today|Previous|Next|Load|Try|Collapse|Skip|Print|Day |Show|Check|Hide|Reload)/;

/** The names of the buttons on the page that may open something, the first of each kind: rows have the same ones over and over. */
async function buttonsOf(page: Page, pressed: Set<string>): Promise<string[]> {
  const all = await page.locator('main button:enabled:not([aria-pressed])').evaluateAll((buttons) =>
    buttons
      .filter((button) => button.checkVisibility())
      .map((button) => {
        const label = button.getAttribute('aria-label');
        const name = (label ?? (button as HTMLElement).innerText).trim().replaceAll(/\s+/g, ' ');
        // A row names whom it is of: after its verb in a label, from the first word on where it is all text.
        const isRow = !button.className.includes('mantine-Button');
        return { name, kind: isRow ? `${button.className} ${label?.split(' ')[0] ?? ''}` : name };
      }),
  );
  return all.flatMap(({ name, kind }) => (name === '' || deeds.test(name) || pressed.has(kind) || !pressed.add(kind) ? [] : [name]));
}

/** What opens a form within a dialog or from a menu, and what sends an empty one, which is refused. */
const inner = ['Reschedule', 'Record payment', 'Correct payment', 'Create Appointment', 'Create Booking', 'Send Invitation'];

async function innerButtonsOf(page: Page): Promise<string[]> {
  const texts = await opened(page).getByRole('button').or(opened(page).getByRole('menuitem')).allInnerTexts();
  return inner.filter((name) => texts.includes(name));
}

/** The dialog or the menu on top. */
function opened(page: Page): Locator {
  return page.locator('[role=dialog]:visible, [role=menu]:visible').last();
}

/** Presses a button; the title of the dialog that opens, the button's own name for a menu, undefined where nothing does. */
async function press(page: Page, name: string): Promise<string | undefined> {
  const button = page.locator('main').getByRole('button', { name, exact: true }).first();
  if (!(await button.isVisible())) return undefined;
  await closeAll(page);
  await button.click();
  if (!(await opens(page))) return undefined;
  await expect(opened(page).locator('[aria-busy=true]')).toHaveCount(0);
  const heading = opened(page).getByRole('heading').first();
  return (await heading.count()) > 0 ? heading.innerText() : name;
}

/** Whether something opens, as long as its code takes to come. */
async function opens(page: Page): Promise<boolean> {
  for (;;) {
    const wasOnTheWay = isLoading(page);
    const appears = opened(page).waitFor({ timeout: 1500 });
    if (await appears.then(...answers)) return true;
    if (!wasOnTheWay && !isLoading(page)) return false;
  }
}

const answers = [() => true, () => false] as const;

/** The parts of the application that are on their way to a page. */
const scripts = new WeakMap<Page, Set<Request>>();

function isLoading(page: Page): boolean {
  return (scripts.get(page)?.size ?? 0) > 0;
}

function watchScripts(page: Page): void {
  const underWay = new Set<Request>();
  scripts.set(page, underWay);
  page.on('request', (request) => request.resourceType() === 'script' && underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
}

async function closeAll(page: Page): Promise<void> {
  await expect(async () => {
    if (await opened(page).isVisible()) await page.keyboard.press('Escape');
    await expect(opened(page)).toBeHidden({ timeout: 300 });
  }).toPass();
}
