import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const where = path.join(import.meta.dirname, '../node_modules/.cache/prometheus');

/**
 * Finds Prometheus' `promtool`, or unpacks it from Debian's package into node_modules/.cache: nothing is installed and no service starts.
 *
 * @returns {Promise<{ program?: string, reason?: string }>}
 */
export async function findPromtool() {
  const places = [path.join(where, 'usr/bin'), ...(process.env.PATH ?? '').split(path.delimiter)];
  const found = places.map((folder) => path.join(folder, 'promtool')).find((program) => fs.existsSync(program));
  if (found) return { program: found };
  const refused = await unpack();
  return refused ? { reason: `no promtool was found, and ${refused}` } : { program: path.join(where, 'usr/bin/promtool') };
}

/** Returns the reason when the package cannot be had. */
async function unpack() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return 'only root on Debian can fetch it here';
  const folder = fs.mkdtempSync(`${where}-`);
  const options = { cwd: folder, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 };
  try {
    await run('apt-get', ['download', 'prometheus'], options).catch(async () => {
      await run('apt-get', ['update'], options);
      await run('apt-get', ['download', 'prometheus'], options);
    });
    const [file] = fs.readdirSync(folder).filter((name) => name.endsWith('.deb'));
    await run('dpkg-deb', ['-x', file, 'unpacked'], options);
    fs.rmSync(path.join(folder, 'unpacked/usr/bin/prometheus'), { force: true });
    fs.rmSync(where, { recursive: true, force: true });
    fs.renameSync(path.join(folder, 'unpacked'), where);
    return undefined;
  } catch (error) {
    return `fetching it failed: ${error.message.trim().split('\n').at(-1)}`;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
