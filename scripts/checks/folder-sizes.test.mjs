import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureRepository } from './fixture-repository.mjs';
import { foldersAboveLimit } from './folder-sizes.mjs';

const root = dirname(dirname(import.meta.dirname));

test('no source folder contains more than 30 files [O-5.14]', () => {
  expect(foldersAboveLimit(root)).toEqual([]);
});

test('a planted folder of 31 files is found; one of 30 is not, nor are migrations', () => {
  const { directory, remove } = fixtureRepository({
    ...files('web/src/ui', 30),
    ...files('web/src/ui/table', 31),
    ...files('server/migrations', 40),
  });
  const found = foldersAboveLimit(directory);
  remove();
  expect(found).toEqual([{ folder: 'web/src/ui/table', files: 31 }]);
});

function files(folder, count) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, '']));
}
