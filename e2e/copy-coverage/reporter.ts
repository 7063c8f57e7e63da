import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter';
import { messageTexts } from './message-texts.ts';
import { missingTexts } from './missing-texts.ts';
import { screenTexts } from './screen-texts.ts';
import { readSeenTexts } from './seen-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Fails a complete run if an agreed text was neither shown in a browser nor found in
 * its unit test. A run of some spec files only, or one that failed, is not checked.
 */
export default class CopyCoverageReporter implements Reporter {
  #isCompleteRun = false;

  onBegin(config: FullConfig, suite: Suite): void {
    const selected = new Set(suite.allTests().map(({ location }) => relative(config.rootDir, location.file)));
    const specs = readdirSync(config.rootDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.spec.ts'),
    );
    const isEverySpec = specs.length > 0 && specs.every((path) => selected.has(path));
    this.#isCompleteRun = isEverySpec && String(config.grep) === '/.*/' && config.shard === null;
  }

  async onEnd({ status }: FullResult): Promise<{ status: 'failed' } | undefined> {
    if (!this.#isCompleteRun || status !== 'passed') {
      console.log('The agreed texts were not checked: not all browser tests ran and passed.');
      return undefined;
    }
    const list = { ...screenTexts, ...messageTexts };
    const missing = missingTexts(list, readSeenTexts(), (path) => readFileSync(`${root}/${path}`, 'utf8'));
    if (missing.length === 0) {
      console.log(
        `All ${Object.values(list).flat().length} agreed texts were seen, or are in the unit test named for them.`,
      );
      return undefined;
    }
    console.log(
      `Agreed texts that no browser test saw and no named unit test contains:\n  ${missing.join('\n  ')}`,
    );
    return { status: 'failed' };
  }

  /** Lets Playwright add its own reporter, which lists the tests. */
  printsToStdio(): boolean {
    return false;
  }
}
