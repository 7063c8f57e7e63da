import type { Readable } from 'node:stream';

/** Where private files lie. Names are the server's own: `tenant/uuid`; nothing a person typed is ever part of one. */
export interface FileStore {
  /**
   * Keeps what the stream brings, whole or not at all: it is on disk when this returns. Refuses with `prescription.too_large`
   * beyond `longest` bytes.
   */
  keep(name: string, content: Readable, longest: number): Promise<KeptFile>;
  open(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  /** Every name kept before an instant, for the sweep of files that no row points to. */
  olderThan(instant: Date): AsyncIterable<string>;
}

export interface KeptFile {
  readonly bytes: number;
  readonly sha256: string;
}
