import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../test/fixtures/builders.ts';
import {
  testedBucket,
  type TestedBucket,
  testedFolder,
  type TestedStore,
} from '../../test/fixtures/files/tested-stores.ts';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { png } from '../../test/fixtures/sample-files.ts';
import { upload } from '../../test/fixtures/send-upload.ts';
import { keptFiles } from '../adapters/files/kept-files.ts';
import { LocalAddress } from '../commands/local-calls.ts';
import { localAddressPath, serveCommands } from '../commands/local-server.ts';
import { remoteInstallation } from '../commands/remote-installation.ts';
import { checkFileContents } from '../modules/files/index.ts';
import { passingKey } from './age.ts';
import { archiveMembers } from './archive-members.ts';
import { writeArchive } from './archive.ts';
import { unpackBackup } from './unpack.ts';
import { writeBackup } from './write-backup.ts';

// A silent bucket says nothing about an archive or a file: the operator must not discard either.

const unavailable = { code: 'file.unavailable' };
let home: ReturnType<typeof temporaryFolder>;
let app: TestApp;
/** The installation's data. */
let stored: TestedStore;
let bucket: TestedBucket;
/** A bucket that reads requests and never answers. */
let silent: TestedBucket;
let stop: () => Promise<void>;

beforeAll(async () => {
  home = temporaryFolder('silent-bucket');
  stored = await testedFolder();
  bucket = await testedBucket();
  silent = await testedBucket({ deadlines: { answerMs: 50, uploadMs: 50, retryMs: [] } });
  silent.storage.party.setMode('hang');
  app = await testApp({ dependencies: { files: stored.files } });
  const tenant = await buildTenant(app);
  const doctor = await signInAs(app, tenant, 'DOCTOR');
  const { status } = await upload(app, doctor, await buildAppointment(app, tenant), [
    { fileName: 'a.png', mediaType: 'image/png', content: png() },
  ]);
  expect(status).toBe(200);
  stop = await serveCommands({ ...app.dependencies, files: keptFiles(silent.files) }, home.folder);
});
beforeEach(() => bucket.storage.party.setMode('ok'));
afterAll(async () => {
  await stop();
  await app.close();
  await bucket.close();
  await silent.close();
  await stored.close();
  home.remove();
});

const backUp = async (files: TestedStore['files'], name: string) => {
  const { recipient, identity } = await passingKey();
  const path = join(home.folder, name, 'backup');
  const members = archiveMembers({ ...app.dependencies, files });
  await writeBackup(Readable.from(writeArchive(members), { objectMode: false }), {
    path,
    recipients: [recipient],
  });
  return { path, keys: { identities: [identity], signer: undefined } };
};
const fill = async () => {
  for await (const { name } of stored.files.list()) {
    const content = await stored.files.read(name);
    await bucket.files.write(name, content);
  }
};

it('leaves no backup that lacks its files [O-3.8]', async () => {
  await expect(backUp(silent.files, 'silent')).rejects.toMatchObject(unavailable);
  expect(readdirSync(join(home.folder, 'silent'))).toEqual([]);
});

it('leaves no backup where it breaks off in the middle of a file', async () => {
  await fill();
  const breaking = { ...bucket.files, list: () => stored.files.list() };
  bucket.storage.party.setMode('close');
  await expect(backUp(breaking, 'broken')).rejects.toMatchObject({ cause: unavailable });
  expect(readdirSync(join(home.folder, 'broken'))).toEqual([]);
});

it('is no damaged archive: the same one is restored when it answers [O-3.8]', async () => {
  const { path, keys } = await backUp(stored.files, 'whole');
  const unpack = ({ files }: TestedStore) =>
    unpackBackup(path, keys, { folder: join(home.folder, 'unpacked'), files });
  await expect(unpack(silent)).rejects.toMatchObject(unavailable);
  expect((await unpack(bucket)).head.database).toBe(app.database.kind);
});

it('is no missing file, and one that is missing is [O-3.8]', async () => {
  const check = ({ files } = bucket) => checkFileContents({ ...app.dependencies, files });
  await expect(check(silent)).rejects.toMatchObject(unavailable);
  await fill();
  expect(await check()).toEqual([]);
  bucket.storage.party.setMode('close');
  await expect(check()).rejects.toMatchObject(unavailable);
  bucket.storage.party.setMode('corrupt');
  const names = bucket.storage.objects.keys();
  expect(await check()).toEqual(names);
  bucket.storage.party.setMode('ok');
  for (const name of names) await bucket.files.remove(name);
  expect(await check()).toEqual(names);
});

it('is named to the operator whose backup a running server makes [O-3.8]', async () => {
  const place = LocalAddress.parse(JSON.parse(readFileSync(localAddressPath(home.folder), 'utf8')));
  await expect(remoteInstallation(place).archive()).rejects.toThrow('The bucket of files did not answer');
});
