const key = 'samay-wanted';

/**
 * Stores the URL to return to when the user leaves this site to sign in: the provider's redirect
 * does not carry it.
 */
export function storeReturnUrl(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, path);
}

/**
 * Returns the stored URL and deletes it. The guard checks that it is one of our pages that the user
 * may see.
 */
export function takeReturnUrl(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return path;
}
