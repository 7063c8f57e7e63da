const key = 'samay-wanted';

/** Where a person was going when they left this site to sign in; the tab keeps it, for the address does not come back. */
export function storeReturnUrl(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, path);
}

/** Once: the next sign-in has its own. Whether it is a page of ours, and theirs, is the guard's to say. */
export function takeReturnUrl(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return path;
}
