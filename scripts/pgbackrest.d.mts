/** Types of pgbackrest.mjs. */
export function findPgBackRest(): Promise<string | undefined>;
