const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether a name has the form that the server generates: `tenant/uuid`. */
export function isFileName(name: string): boolean {
  const parts = name.split('/');
  return parts.length === 2 && parts.every((part) => uuid.test(part));
}

/**
 * Checks that a name has the form that the server generates: no other path or key may be read or
 * written.
 */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`not the name of a kept file: ${JSON.stringify(name)}`);
}
