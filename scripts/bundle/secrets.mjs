const looksSecret = {
  'a service key': /service_role/,
  'a signed token': /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/,
  'a private key': /-----BEGIN/,
  'a payment key': /rzp_/,
  'a Google client secret': /GOCSPX-/,
};

/** What in a file is secret by its look, or is one of the given values. One line for each kind found; values are never repeated. */
export function secretsIn({ path, text }, values) {
  const looks = Object.entries(looksSecret).filter(([, pattern]) => pattern.test(text));
  const own = values.filter((value) => text.includes(value));
  return [...looks.map(([kind]) => `${path}: ${kind}`), ...own.map(() => `${path}: a value of the server's settings`)];
}
