import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from '@playwright/test';

const directory = fileURLToPath(new URL('../../test-results/texts', import.meta.url));
const binding = 'samayJourneysSaw';

/** Every text that a person could meet in the browsers of one worker, for the check after the journeys (texts/reporter.ts). */
export class SeenTexts {
  readonly #texts = new Set<string>();

  /** Before the first page: what stands there is gathered by each page itself, and told as it comes. Only pages at `url` count. */
  async watch(context: BrowserContext, url: string): Promise<void> {
    await context.exposeBinding(binding, (_, texts: string[]) => {
      for (const text of texts) this.#texts.add(text);
    });
    await context.addInitScript(gatherTexts, { name: binding, origin: new URL(url).origin });
  }

  keep(worker: number): void {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${worker}.txt`), [...this.#texts].join('\n'));
  }
}

/** What the workers have kept, one text a line. */
export function textsOfAllWorkers(): string {
  const files = readdirSync(directory).filter((name) => name.endsWith('.txt'));
  return files.map((name) => readFileSync(join(directory, name), 'utf8')).join('\n');
}

/** Of the run before. */
export function forgetSeenTexts(): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Runs in the page. Texts of nodes and of the small elements around them, and what a screen reader or a pointer at rest would be told. */
function gatherTexts({ name, origin }: { name: string; origin: string }): void {
  // The pretend third parties' pages say what they like.
  if (location.origin !== origin) return;
  const told = new Set<string>();
  let fresh: string[] = [];
  const attributes = ['placeholder', 'aria-label', 'title', 'alt'];
  const longest = 400;
  /** A sentence has few parts; a list of a hundred rows is none. */
  const most = 12;

  const take = (text: string | null | undefined) => {
    const words = text?.replaceAll(/\s+/g, ' ').trim();
    if (!words || words.length > longest || told.has(words)) return;
    told.add(words);
    fresh.push(words);
  };
  const takeElement = (element: Element) => {
    for (const attribute of attributes) take(element.getAttribute(attribute));
    if (element instanceof HTMLInputElement && element.type !== 'password') take(element.value);
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) take(node.textContent);
    if (element.childNodes.length > 1 && element.childNodes.length <= most) take(element.textContent);
  };
  const takeAll = (node: Node) => {
    if (node instanceof Text && node.parentElement) takeElement(node.parentElement);
    if (!(node instanceof Element) || node instanceof HTMLScriptElement || node instanceof HTMLStyleElement) return;
    takeElement(node);
    for (const child of node.querySelectorAll('*:not(script, style)')) takeElement(child);
  };
  const tell = () => {
    if (fresh.length === 0) return;
    void (window as unknown as Record<string, (texts: string[]) => Promise<void>>)[name]?.(fresh).catch(() => undefined);
    fresh = [];
  };

  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes) takeAll(node);
      const changed = target instanceof Element ? target : target.parentElement;
      if (changed) takeElement(changed);
    }
    // At once: what a page that is being left would still tell is lost.
    tell();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: attributes });
}
