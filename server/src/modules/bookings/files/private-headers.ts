interface SentFile {
  readonly display_name: string;
  readonly media_type: string;
  readonly bytes: number;
}

/**
 * The headers that a private file is sent with (reliability.md 5.3): kept by nobody, of the declared type and no other, shown in our
 * own pages alone, and without any script.
 */
export function privateHeaders(file: SentFile, download: boolean): Record<string, string | number> {
  const disposition = download ? 'attachment' : 'inline';
  return {
    'content-type': file.media_type,
    'content-length': file.bytes,
    'content-disposition': `${disposition}; filename="${file.display_name}"; filename*=UTF-8''${encodeURIComponent(file.display_name)}`,
    'content-security-policy': policyOf(file.media_type, download),
    'x-frame-options': download ? 'DENY' : 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/**
 * Safari's PDF viewer shows nothing that is sandboxed, and older Chromiums' needs its styles and its object; a PDF has no markup of ours
 * or of others to which these could apply.
 */
function policyOf(mediaType: string, download: boolean): string {
  if (download) return "sandbox; default-src 'none'; frame-ancestors 'none'";
  if (mediaType === 'application/pdf') return "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";
  return "sandbox; default-src 'none'; frame-ancestors 'self'";
}
