import { readFile } from 'node:fs/promises';

/** Of a second, in `/proc`. */
const ticks = 100;

/** The processor time that a process has taken until now, in milliseconds. Linux alone says it. */
export async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name of the program, which may hold blanks: the 14th and 15th field are the time in
  // the program and in the kernel for it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
}
