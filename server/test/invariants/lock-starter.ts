import { lockDirectory } from '../../src/db/directory-lock.ts';
import { DatabaseRefused, warningsLog } from '../../src/db/database.ts';
import { claimPidFile } from '../../src/db/pid-file.ts';

// One of many processes that want the same folder: says `held` and keeps it until its input closes, or why it was refused.
//   node lock-starter.ts socket|file <folder>
const [how, home] = process.argv.slice(2);
if (home === undefined) throw new Error('which folder?');

// All wait for one word once they are ready, so that they start at the same moment.
process.stdout.write('ready\n');
process.stdin.once('data', () => void start(home));

async function start(folder: string): Promise<void> {
  try {
    await (how === 'file' ? claimPidFile(folder, warningsLog) : lockDirectory(folder, warningsLog));
    process.stdout.write('held\n');
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    process.stdout.write(`${error.message}\n`);
    process.exit(0);
  }
}

process.stdin.on('end', () => process.exit(0));
