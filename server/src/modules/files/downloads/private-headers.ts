interface SentFile {
  readonly display_name: string;
  readonly media_type: string;
  readonly bytes: number;
}

/**
 * Returns the response headers of a private file: no caching, no MIME sniffing, framing by our own
 * pages only, and no scripts.
 */
export function privateHeaders(file: SentFile, download: boolean): Record<string, string | number> {
  const disposition = download ? 'attachment' : 'inline';
  return {
    'content-type': file.media_type,
    'content-length': file.bytes,
    'content-disposition': `${disposition}; filename="${file.display_name}"; filename*=UTF-8''${encodeURIComponent(file.display_name)}`,
    'content-security-policy': choosePolicy(file.media_type, download),
    'x-frame-options': download ? 'DENY' : 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/**
 * Returns the content security policy by type. Safari's PDF viewer shows nothing in a sandbox, and
 * that of older Chromium versions needs styles and objects; a PDF contains no markup to which these
 * could apply.
 */
function choosePolicy(mediaType: string, download: boolean): string {
  if (download) return "sandbox; default-src 'none'; frame-ancestors 'none'";
  if (mediaType === 'application/pdf')
    return "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";
  return "sandbox; default-src 'none'; frame-ancestors 'self'";
}
