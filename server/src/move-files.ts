import { openBoth } from './adapters/files/open-files.ts';
import { moveFiles } from './adapters/files/move.ts';
import { bucketLog, runMain, say } from './commands/print.ts';
import { readSettings } from './core/settings.ts';

/**
 * `npm run move-files`: moves uploaded files to the place of new ones (FILES_WRITTEN_TO), while
 * servers run.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const both = await openBoth(settings, bucketLog);
  if (!both)
    throw new Error(
      'These settings stop the move:\n  FILES_BUCKET: there is no bucket to move files to or from',
    );
  const { files, bytes, failed } = await moveFiles(both.from, both.to, (count) => {
    if (count % 100 === 0) say(`${count} files moved`);
  });
  say(
    `${files} files (${bytes} bytes) are in the ${settings.files.writtenTo} now, each compared with its source by SHA-256.`,
  );
  if (failed.length === 0) return;
  for (const { name, reason } of failed) say(`${name} stayed: ${reason}`);
  say(`${failed.length} files stayed where they were. Run the command again.`);
  process.exitCode = 1;
}

await runMain(main);
