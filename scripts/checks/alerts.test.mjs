import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findProgram } from '../debian-packages.mjs';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '../../operations');
const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8');
const provoked = readFileSync(join(folder, 'alerts.test.yml'), 'utf8');
const { program, reason } = await findProgram('promtool', 'prometheus');
if (!program) console.warn(`The alert rules are not checked: ${reason}`);

const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

test('each alert is provoked by a test, and expected to be silent on a quiet day', () => {
  expect(alerts.length).toBeGreaterThan(10);
  for (const name of alerts) {
    expect(provoked).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n\\s+- exp_labels`));
    expect(provoked).toContain(`alertname: ${name}, exp_alerts: []`);
  }
});

test('each alert says what to do [O-5.8]', () => {
  for (const rule of rules.split('- alert: ').slice(1))
    expect(rule).toMatch(/severity: (critical|warning)[\s\S]*summary: .+[\s\S]*action: .+/);
});

test('the dashboard shows an expression in every panel', () => {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'));
  expect(panels.length).toBeGreaterThan(10);
  expect(panels.filter(({ targets }) => targets.length === 0 || targets.some(({ expr }) => !expr))).toEqual(
    [],
  );
});

test.skipIf(!program)(
  'promtool accepts the rules, the example and the expressions of the dashboard [O-5.8]',
  async () => {
    await run(program, ['check', 'rules', 'alerts.yml'], { cwd: folder });
    await run(program, ['check', 'config', 'prometheus.yml'], { cwd: folder });
    const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'));
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const file = {
      groups: [
        { name: 'dashboard', rules: expressions.map((expr, at) => ({ record: `panel_${at}`, expr })) },
      ],
    };
    await inFolder(async (place) => {
      // JSON is YAML.
      writeFileSync(join(place, 'dashboard.yml'), JSON.stringify(file));
      await run(program, ['check', 'rules', 'dashboard.yml'], { cwd: place });
    });
  },
);

test.skipIf(!program)(
  'each alert fires when provoked, and none on a quiet day [O-5.8]',
  async () => {
    await run(program, ['test', 'rules', 'alerts.test.yml'], { cwd: folder });
  },
  60_000,
);

test.skipIf(!program)(
  'a rule that no longer fires is noticed [O-5.8]',
  async () => {
    await inFolder(async (place) => {
      writeFileSync(
        join(place, 'alerts.yml'),
        rules.replace('samay_database_up == 0', 'samay_database_up == 2'),
      );
      writeFileSync(join(place, 'alerts.test.yml'), provoked);
      await expect(run(program, ['test', 'rules', 'alerts.test.yml'], { cwd: place })).rejects.toThrow(
        'SamayDatabaseUnreachable',
      );
    });
  },
  60_000,
);

async function inFolder(work) {
  const place = mkdtempSync(join(tmpdir(), 'samay-alerts-'));
  try {
    await work(place);
  } finally {
    rmSync(place, { recursive: true });
  }
}
