import { join } from 'node:path';
import type { FileSettings } from '../../core/file-settings.ts';
import type { BucketLog } from './bucket-requests.ts';
import { folderFiles } from './folder.ts';
import type { FileStore } from './port.ts';
import { twoStores } from './two-stores.ts';

interface FilesOf {
  readonly dataDirectory: string;
  readonly files: FileSettings;
}

/** Opens the store that the settings name: the folder of DATA_DIR, or that and a bucket. */
export async function openFiles(settings: FilesOf, log?: BucketLog): Promise<FileStore> {
  const both = await openBoth(settings, log);
  return both ? twoStores(both.to, both.from) : folderFiles(getFolder(settings));
}

/**
 * Opens the store that new files are written to, and the one that files are moved from; undefined
 * without a bucket.
 */
export async function openBoth(
  settings: FilesOf,
  log?: BucketLog,
): Promise<{ to: FileStore; from: FileStore } | undefined> {
  const { bucket: named, writtenTo } = settings.files;
  if (!named) return undefined;
  const folder = await folderFiles(getFolder(settings));
  // Imported where it is needed: most installations have no bucket.
  const { bucketFiles } = await import('./bucket.ts');
  const bucket = await bucketFiles(named, { drafts: join(getFolder(settings), 'drafts'), log });
  return writtenTo === 'bucket' ? { to: bucket, from: folder } : { to: folder, from: bucket };
}

function getFolder({ dataDirectory }: FilesOf): string {
  return join(dataDirectory, 'files');
}
