// Runs between postgres.mjs and PostgreSQL: starts PostgreSQL, prints its process id when it
// accepts connections, and ends it when standard input closes. That happens on purpose, and also
// when the process at the other end of the pipe dies. node postgres-guard.mjs '{ "temporary":
// folder to delete afterwards, "user": { uid, gid } }' <program> <arguments …>
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const [instructions, program, ...parameters] = process.argv.slice(2);
const { temporary, user } = JSON.parse(instructions);
const log = fs.openSync('server.log', 'a', 0o600);
const postgres = spawn(program, parameters, { ...user, stdio: ['ignore', log, log] });

let isReady = false;

postgres.on('exit', (code) => {
  if (!isReady) process.stderr.write(fs.readFileSync('server.log'));
  if (temporary) fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});
process.stdin.resume();
process.stdin.on('close', end);
process.stdin.on('end', end);

waitUntilReady(100);

/**
 * Shuts PostgreSQL down: SIGINT disconnects all clients first, SIGQUIT ends it immediately when
 * that takes too long.
 */
function end() {
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGQUIT'), 10_000).unref();
}

/** Polls postmaster.pid: its first line is the process id, its eighth the state. */
function waitUntilReady(delayMs) {
  setTimeout(() => {
    const file = `${parameters[parameters.indexOf('-D') + 1]}/postmaster.pid`;
    const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (Number(lines[0]) === postgres.pid && lines[7]?.trim() === 'ready') {
      isReady = true;
      console.log(postgres.pid);
    } else waitUntilReady(50);
  }, delayMs);
}
