/** What postgres.mjs says in its own words, for TypeScript. */
export interface StartedPostgres {
  url?: string;
  reason?: string;
  pid?: number;
  stop: () => Promise<void>;
}

export function startPostgres(options?: { directory?: string; port?: number; own?: boolean }): Promise<StartedPostgres>;
