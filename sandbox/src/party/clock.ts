/** The sandbox's own clock, an instant as ISO 8601 in UTC: an outsider does not share ours. */
export function instantNow(): string {
  return new Date().toISOString();
}
