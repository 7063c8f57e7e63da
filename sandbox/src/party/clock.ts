/**
 * Reads the sandbox's clock as ISO 8601 in UTC. It is not the product's clock, which a third party
 * would not share either.
 */
export function instantNow(): string {
  return new Date().toISOString();
}
