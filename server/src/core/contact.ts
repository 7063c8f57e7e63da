import type { Settings } from './settings.ts';

/** Returns the address to write to about the service; undefined where the server names none. */
export function contactAddress({
  contactEmail,
  mail,
}: Pick<Settings, 'contactEmail' | 'mail'>): string | undefined {
  const whom = contactEmail ?? mail?.from;
  return whom && ((/<([^<>]+)>/.exec(whom)?.[1] ?? whom).trim() || undefined);
}
