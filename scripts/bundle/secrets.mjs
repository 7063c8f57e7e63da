const looksSecret = {
  'a service key': /service_role/,
  'a signed token': /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  'a private key': /-----BEGIN/,
  'a payment key': /rzp_(?:live|test)_\w/,
  'a Google client secret': /GOCSPX-/,
};

/**
 * Finds texts that look like a secret in a file, and the given values. Returns one line for each
 * kind; never the values themselves.
 */
export function secretsIn({ path, text }, values) {
  const looks = Object.entries(looksSecret).filter(([, pattern]) => pattern.test(text));
  const own = values.filter((value) => text.includes(value));
  return [
    ...looks.map(([kind]) => `${path}: ${kind}`),
    ...own.map(() => `${path}: a value of the server's settings`),
  ];
}
