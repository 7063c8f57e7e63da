import { setTimeout as wait } from 'node:timers/promises';
import type { Import } from '@samay/contract/imports/imports';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderFiles } from '../src/adapters/files/folder.ts';
import { signedWebhooks } from '../src/adapters/webhooks/signed.ts';
import type { Dependencies } from '../src/context/dependencies.ts';
import { readOrMakeSecrets } from '../src/core/secrets-file.ts';
import { readSettings } from '../src/core/settings.ts';
import type { OpenDatabase } from '../src/db/open-database.ts';
import { asPlatform } from '../src/db/tenant.ts';
import { checkStoredData } from '../src/modules/platform/index.ts';
import { buildResource } from './fixtures/availability.ts';
import type { TestApp } from './fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { testEngine } from './fixtures/database.ts';
import { freePort } from './fixtures/free-port.ts';
import { advanceAll, bookingRow, buildImport, personRow } from './fixtures/imports/imports.ts';
import { isFull, printInvariant } from './fixtures/invariants/invariant.ts';
import { type ServersData, serversData } from './fixtures/invariants/killed-servers.ts';
import { startServer } from './fixtures/running-server.ts';

// Kills the server that brings in a file, at moments that are spread over the work: it is asked how far it is. On
// the embedded database only: there the process that is killed is the database too.

/** The most kills of a run or an undo. An ordinary run of this test ends them with the first one that meets the work. */
const mostKills = isFull ? 20 : 6;
/** The rows of a file: bookings need more of a step. */
const sizes = { people: 4_000, bookings: 1_200 };
const publicUrl = 'http://localhost';

let data: ServersData;
let clinic: BuiltTenant;
let id: string;

beforeAll(async () => {
  if (testEngine !== 'embedded') return;
  data = await serversData('imports-killed');
}, 240_000);
afterAll(() => data?.remove());

test.skipIf(testEngine !== 'embedded').each(['people', 'bookings'] as const)(
  'killed at any moment, an import of %s has brought in exactly the rows up to its line, and in the end each row once; so does its undo [P-15.77, O-2.37]',
  { timeout: 1_800_000 },
  async (kind) => {
    await opened((dependencies) => build(dependencies, kind));
    const all: number[] = [];
    for (const state of ['running', 'undoing'] as const) {
      await opened((dependencies) => begin(dependencies, state));
      const stops: number[] = [];
      const meetsWork = () => stops.some((count) => count > 0 && count < sizes[kind]);
      for (let kill = 0; kill < mostKills; kill += 1) {
        if (!isFull && meetsWork()) break;
        // A kill takes the last steps of a run back, which do not wait for the disk: the first one is not at the first step.
        await killBeyond((100 * (kill + 2)) / (mostKills + 2));
        stops.push(await opened((dependencies) => expectWhole(dependencies, kind)));
      }
      expect([stops, meetsWork()]).toEqual([stops, true]);
      all.push(...stops);
      await opened(async (dependencies) => {
        await advanceAll({ dependencies });
        expect(await expectWhole(dependencies, kind)).toBe(state === 'running' ? sizes[kind] : 0);
        expect(await checkStoredData(dependencies)).toEqual([]);
      });
    }
    await opened(async (dependencies) => {
      const found = await asPlatform(dependencies, (tx) =>
        tx.selectFrom('imports').select(['state', 'counts']).where('id', '=', id).executeTakeFirstOrThrow(),
      );
      expect(found).toMatchObject({ state: 'undone', counts: { removed: sizes[kind], stayed: 0 } });
    });
    printInvariant({
      id: `imports-killed-${kind}`,
      driver: 'embedded',
      n: all.length,
      violations: 0,
      stops: all.join(' '),
    });
  },
);

type Kind = keyof typeof sizes;

/** Builds a business with a file that was checked. Half of the bookings are to come and claim their time. */
async function build(dependencies: Opened, kind: Kind): Promise<void> {
  const app = { dependencies, database: dependencies.database };
  clinic = await buildTenant(dependencies);
  await buildResource(app, clinic, { name: 'Dr. Rao' });
  const today = indiaDate(dependencies.clock());
  const rows = Array.from({ length: sizes[kind] }, (_, at) => {
    const person = { name: `Person ${at}`, contact: `+91 ${6_000_000_000 + at * 7_919}` };
    if (kind === 'people') return personRow(at + 2, person);
    const day = Math.floor(at / 20) + 1;
    const time = `${String(9 + Math.floor((at % 20) / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`;
    const date = addDays(today, day % 2 === 0 ? day : -day);
    return bookingRow(at + 2, { person, date, time, resource: 'Dr. Rao', minutes: 30, paidPaise: 100_00 });
  });
  id = await buildImport(app, clinic, { kind, rows, by: clinic.id });
  await advanceAll({ dependencies });
}

/** Starts a server, and kills it when it has done more than a share of its work. */
async function killBeyond(percent: number): Promise<void> {
  const owner = await opened((dependencies) =>
    signInAs(
      { dependencies, database: dependencies.database } as unknown as TestApp,
      clinic,
      'BUSINESS_OWNER',
    ),
  );
  const headers = {
    authorization: `Bearer ${owner.identity?.accessToken}`,
    cookie: `samay-device=${owner.identity?.device}`,
  };
  const server = await startServer({ ...data.settings, PORT: await freePort(), PUBLIC_URL: publicUrl });
  try {
    for (;;) {
      const answer = await fetch(`${server.address}/api/imports/${id}`, { headers });
      const found = (await answer.json()) as Import;
      expect(answer.status).toBe(200);
      if (found.percent > percent || !isWorking.has(found.state)) return;
      await wait(10);
    }
  } finally {
    await server.stop('SIGKILL');
  }
}

const isWorking: ReadonlySet<string> = new Set(['running', 'undoing']);

/** Lets the servers bring the file in, or take it back. */
async function begin(dependencies: Opened, state: 'running' | 'undoing'): Promise<void> {
  const about = { state, line: 0, handled: 0, ...(state === 'undoing' && { done_at: now() }) };
  await asPlatform(dependencies, (tx) => tx.updateTable('imports').set(about).where('id', '=', id).execute());
}

/**
 * Expects that each row up to the line is handled, no later one, and that the business has the people or bookings of
 * just the rows that are in. Ends the lease of the killed server; returns their number.
 */
async function expectWhole(dependencies: Opened, kind: Kind): Promise<number> {
  const table = sql.table(kind === 'people' ? 'patients' : 'appointments');
  return asPlatform(dependencies, async (tx) => {
    const found = await sql<{ people: number; rows: number; wrong: number }>`
      select (select count(*)::int from ${table} where tenant_id = ${clinic.id}) as people,
        (select count(*)::int from import_rows join ${table} as added on added.tenant_id = ${clinic.id}
          and added.id = import_rows.new_id where import_rows.import_id = ${id} and import_rows.state = 'done') as rows,
        (select count(*)::int from import_rows where import_rows.import_id = ${id} and imports.state in ('running', 'undoing')
          and (import_rows.state = 'waiting' or imports.state = 'undoing' and import_rows.state = 'done')
            <> (import_rows.line > imports.line)) as wrong
      from imports where id = ${id}`.execute(tx);
    const { people: counted, rows, wrong } = found.rows[0] ?? { people: -1, rows: -2, wrong: -1 };
    expect([counted, wrong]).toEqual([rows, 0]);
    await tx.updateTable('imports').set({ lease_until: null }).execute();
    return counted;
  });
}

type Opened = Dependencies & { readonly database: OpenDatabase };

/** Opens the installation in this process, while no server has it open. */
async function opened<T>(work: (dependencies: Opened) => Promise<T>): Promise<T> {
  const folder = data.settings['DATA_DIR'] ?? '';
  return data.withDatabase(async (database) =>
    work({
      settings: readSettings({ NODE_ENV: 'test', DATA_DIR: folder, PUBLIC_URL: publicUrl }),
      database,
      webhooks: signedWebhooks({ toLoopback: true }),
      clock: now,
      files: await folderFiles(`${folder}/files`),
      secrets: await readOrMakeSecrets(`${folder}/secrets.json`),
    }),
  );
}
