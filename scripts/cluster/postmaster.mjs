import fs from 'node:fs';

/**
 * Returns the process id of the PostgreSQL that serves a data folder; undefined if none does.
 * @param {string} data
 * @returns {number | undefined}
 */
export function postmasterOf(data) {
  const file = `${data}/postmaster.pid`;
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 && isPostgres(pid) ? pid : undefined;
}

/** Returns whether pg_rewind changes a data folder now. */
export function isRewound(data) {
  const commands = processes().map((pid) => read(`/proc/${pid}/cmdline`).split('\0'));
  return commands.some(([program, ...options]) => program.endsWith('pg_rewind') && options.includes(data));
}

/** Lists the process and all processes that it has started. */
export function familyOf(pid) {
  const parents = processes().map((each) => [each, parentOf(each)]);
  return [pid, ...parents.filter(([, parent]) => parent === pid).map(([child]) => child)];
}

function processes() {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * Returns whether a process is PostgreSQL: a killed one leaves its file, and its id may belong to
 * another process by now.
 */
function isPostgres(pid) {
  return read(`/proc/${pid}/comm`).trim() === 'postgres';
}

function parentOf(pid) {
  return Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0);
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended in the meantime
  }
}
