import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { formatLoops, type Loop } from './table.ts';

const folder = fileURLToPath(new URL('../../test-results', import.meta.url));

/**
 * Writes `test-results/loops.txt` and prints it: the presses, fields and seconds of each loop that
 * a test of this run has counted (`Counted`). A run without any leaves the table of an earlier one.
 */
export default class LoopsReporter implements Reporter {
  readonly #loops: Loop[] = [];

  onTestEnd(_: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations)
      if (type === 'loop' && description !== undefined) this.#loops.push(JSON.parse(description) as Loop);
  }

  onEnd(): void {
    if (this.#loops.length === 0) return;
    const table = formatLoops(this.#loops);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/loops.txt`, table);
    console.log(`\n${table}`);
  }

  /** Lets Playwright add its own reporter, which lists the tests. */
  printsToStdio(): boolean {
    return false;
  }
}
