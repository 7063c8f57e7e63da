import fs from 'node:fs';

/**
 * Returns the user that runs PostgreSQL when this process is root: PostgreSQL refuses to run as
 * root.
 * @returns {{ uid?: number, gid?: number }}
 */
export function ordinaryUser() {
  if (process.getuid?.() !== 0) return {};
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('there is no user postgres or nobody to run PostgreSQL as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
