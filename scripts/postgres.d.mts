/** Types of postgres.mjs, which documents the fields. */
export interface StartedPostgres {
  url?: string;
  reason?: string;
  pid?: number;
  stop: () => Promise<void>;
}

export function startPostgres(options?: {
  directory?: string;
  port?: number;
  own?: boolean;
  programs?: string;
  settings?: readonly string[];
  env?: NodeJS.ProcessEnv;
}): Promise<StartedPostgres>;
