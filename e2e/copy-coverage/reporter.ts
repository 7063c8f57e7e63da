import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { textsOfAllWorkers } from './seen-texts.ts';
import { messageTexts } from './message-texts.ts';
import { missingTexts } from './missing-texts.ts';
import { screenTexts } from './screen-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** After all journeys: every text of the specification was met in a browser, or is held by the unit test that is named for it. */
export default class TextsReporter implements Reporter {
  #isWhole = false;

  onBegin(config: FullConfig, suite: Suite): void {
    const here = new Set(suite.allTests().map(({ location }) => basename(location.file)));
    const all = readdirSync(config.rootDir).filter((name) => name.endsWith('.spec.ts'));
    this.#isWhole = all.every((name) => here.has(name)) && String(config.grep) === '/.*/' && config.shard === null;
  }

  async onEnd({ status }: FullResult): Promise<{ status: 'failed' } | undefined> {
    if (!this.#isWhole || status !== 'passed') {
      console.log('The texts of the specification were not checked: not all journeys ran and passed.');
      return undefined;
    }
    const list = { ...screenTexts, ...messageTexts };
    const missing = missingTexts(list, textsOfAllWorkers(), (path) => readFileSync(`${root}/${path}`, 'utf8'));
    if (missing.length === 0) {
      console.log(`All ${Object.values(list).flat().length} texts of the specification were met, or are in the unit test named for them.`);
      return undefined;
    }
    console.log(`Texts of the specification that no journey met and no named unit test holds:\n  ${missing.join('\n  ')}`);
    return { status: 'failed' };
  }

  /** The list of tests stays with Playwright's own reporter. */
  printsToStdio(): boolean {
    return false;
  }
}
