import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { signInAs } from '../../test/fixtures/builders.ts';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { keptFiles } from '../adapters/files/kept-files.ts';
import { LocalAddress } from './local-calls.ts';
import { localAddressPath, serveCommands } from './local-server.ts';
import { remoteInstallation } from './remote-installation.ts';

let app: TestApp;
let home: ReturnType<typeof temporaryFolder>;
let stop: () => Promise<void>;
let place: LocalAddress;

beforeAll(async () => {
  app = await testApp();
  home = temporaryFolder('commands');
  stop = await serveCommands({ ...app.dependencies, files: keptFiles(app.dependencies.files) }, home.folder);
  place = LocalAddress.parse(JSON.parse(readFileSync(localAddressPath(home.folder), 'utf8')));
});
afterAll(async () => {
  await stop();
  home.remove();
  await app.close();
});

it('answers who has read the token in the data directory, which is its owner alone, and nobody else [O-3.2]', async () => {
  expect(statSync(localAddressPath(home.folder)).mode & 0o777).toBe(0o600);
  for (const authorization of ['', 'Bearer ', `Bearer ${place.token}x`, place.token]) {
    for (const path of ['archive', 'erasures', 'admin', 'marks']) {
      const method = ['admin', 'marks'].includes(path) ? 'POST' : 'GET';
      const { status } = await fetch(`http://127.0.0.1:${place.port}/${path}`, {
        method,
        headers: { authorization },
      });
      expect([path, status]).toEqual([path, 401]);
    }
  }
});

it('runs commands and passes their refusals on [O-3.2]', async () => {
  const remote = remoteInstallation(place);
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  expect(await remote.runAdmin('super-admins', {})).toEqual([
    `${admin.identity?.email}: with a second factor, 1 open sessions`,
  ]);
  await expect(remote.runAdmin('remove-super-admin', { email: admin.identity?.email ?? '' })).rejects.toThrow(
    'This is the last super admin',
  );
  expect(await remote.erasures()).toEqual([]);
  expect(await remote.answers()).toBe(true);
  expect(await remoteInstallation({ ...place, token: 'another' }).answers()).toBe(false);
});

it('holds removals of files back while a backup runs', async () => {
  const removed: string[] = [];
  const store = keptFiles({ ...app.dependencies.files, remove: async (name) => void removed.push(name) });
  const release = store.keepAll();
  await store.remove('a');
  expect(removed).toEqual([]);
  await release();
  await store.remove('b');
  expect(removed).toEqual(['a', 'b']);
});
