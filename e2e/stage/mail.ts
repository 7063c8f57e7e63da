import { expect } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/** The newest letter to an address, once there are `count` of them. */
export async function letterTo(sandbox: Sandbox, email: string, count = 1): Promise<{ subject: string; text: string }> {
  const lettersTo = async () => {
    const arrivals = await sandbox.control.arrivals('mail');
    return arrivals.filter(({ content, mode }) => mode === 'ok' && (content['to'] as string[]).includes(email));
  };
  await expect.poll(async () => (await lettersTo()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  const [newest] = await lettersTo();
  return newest?.content as { subject: string; text: string };
}

/** The link in the newest letter to an address. */
export async function linkTo(sandbox: Sandbox, email: string, count = 1): Promise<string> {
  const { text } = await letterTo(sandbox, email, count);
  const [link] = /http\S*\/update-password\S+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return link;
}
