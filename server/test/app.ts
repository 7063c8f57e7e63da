import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { folderFiles } from '../src/adapters/files/folder.ts';
import { signedWebhooks } from '../src/adapters/webhooks/signed.ts';
import { buildApp } from '../src/app.ts';
import { readSettings, type Settings } from '../src/config.ts';
import type { Database } from '../src/db/database.ts';
import type { Parts } from '../src/parts.ts';
import { newSecrets } from '../src/secrets.ts';
import { testDatabase } from './database.ts';

/** The app over a database of its own, at a time of the test's choosing. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly parts: Parts;
  readonly database: Database;
  /** As of `TestDatabase`, for what only the owner of the tables may do. */
  readonly ownerUrl: string | undefined;
  /** Moves the app's clock to an instant. */
  setNow(instant: string): void;
  close(): Promise<void>;
}

/** Saturday, 21 November 2026, 10:00 in India: where every test begins unless it says otherwise. */
export const testNow = '2026-11-21T04:30:00.000Z';

const generous: Partial<Settings['limits']> = {
  perUser: 1_000_000,
  anonymous: 1_000_000,
  writes: 1_000_000,
  writesPerTenant: 1_000_000,
  uploads: 1_000_000,
  fileLinks: 1_000_000,
  refreshes: 1_000_000,
  streamsPerUser: 1_000_000,
  streamsPerTenant: 1_000_000,
  codesPerAddress: 1_000_000,
  wrongCodesPerPerson: 1_000_000,
  payments: 1_000_000,
  invitationsPerTenant: 1_000_000,
  invitationMailsPerEmail: 1_000_000,
  bookingMailsPerEmail: 1_000_000,
  linksPerEmail: 1_000_000,
  linksPerAddress: 1_000_000,
};

interface TestOptions {
  readonly limits?: Partial<Settings['limits']>;
  /** As over https. */
  readonly secure?: boolean;
  /** Third parties and what else is to be other than usual. */
  readonly parts?: Partial<Parts>;
}

export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const { database, ownerUrl, close } = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'samay-test-'));
  const defaults = readSettings({ NODE_ENV: 'test', DATA_DIR: directory, ...(options.secure && { PUBLIC_URL: 'https://samay.example' }) });
  let now = new Date(testNow);
  const parts: Parts = {
    settings: { ...defaults, limits: { ...defaults.limits, ...generous, ...options.limits } },
    secrets: await newSecrets(),
    database,
    clock: () => now,
    files: await folderFiles(join(directory, 'files')),
    webhooks: signedWebhooks({ toLoopback: true, limits: { nameMs: 50 } }),
    ...options.parts,
  };
  const app = await buildApp(parts);
  return {
    app,
    parts,
    database,
    ownerUrl,
    setNow: (instant) => {
      now = new Date(instant);
    },
    close: async () => {
      await app.close();
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
