import type { Readable } from 'node:stream';

/** A store for private files. The server makes their names, `tenant/uuid`; they contain nothing that a person typed. */
export interface FileStore {
  /**
   * Writes a stream to a draft, which cannot be opened until it is published. It is synced to disk when this returns; when it throws, nothing
   * remains. Refuses with `prescription.too_large` beyond `longest` bytes.
   */
  receive(content: Readable, longest: number): Promise<Draft>;
  /** Rejects with ENOENT when there is no such file. */
  open(name: string): Promise<Readable>;
  /** Removes a file; a missing one is not an error. */
  remove(name: string): Promise<void>;
  /** Whether a file could be written now. */
  canWrite(): Promise<boolean>;
  /** Every name whose content was written before an instant, for the sweep of files that no row points to. */
  olderThan(instant: Date): AsyncIterable<string>;
  /** Removes the drafts that a crash left behind before an instant; returns how many. */
  removeDrafts(instant: Date): Promise<number>;
}

/** A complete file on disk, to be inspected, then published or discarded. */
export interface Draft {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  read(): Promise<Buffer>;
  /** Makes it visible under a name, atomically and durably. */
  publish(name: string): Promise<void>;
  /** Removes the draft; after `publish` this has no effect. */
  discard(): Promise<void>;
}
