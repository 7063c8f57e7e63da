/** The name under which a file's content is kept: the server's own words only. */
export function storedName(tenantId: string, fileId: string): string {
  return `${tenantId}/${fileId}`;
}
