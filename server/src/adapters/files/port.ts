import type { Readable } from 'node:stream';

/** Where private files lie. Names are the server's own: `tenant/uuid`; nothing a person typed is ever part of one. */
export interface FileStore {
  /**
   * Takes in what the stream brings as a draft, which nobody can open until it is published. It is on disk when this returns; when
   * it throws, nothing is left. Refuses with `prescription.too_large` beyond `longest` bytes, and reads no further.
   */
  receive(content: Readable, longest: number): Promise<Draft>;
  /** Rejects with ENOENT when there is no such file. */
  open(name: string): Promise<Readable>;
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>;
  /** Whether a file could be taken in now. */
  canWrite(): Promise<boolean>;
  /** Every name whose content was written before an instant, for the sweep of files that no row points to. */
  olderThan(instant: Date): AsyncIterable<string>;
  /** Removes the drafts that a crash left behind before an instant; returns how many. */
  removeDrafts(instant: Date): Promise<number>;
}

/** A file that is whole and on disk, to be looked at, then published or discarded. */
export interface Draft {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  read(): Promise<Buffer>;
  /** Makes it visible under a name, at once and for good: a power cut afterwards does not undo it. */
  publish(name: string): Promise<void>;
  /** Removes it; fine after `publish` too, which it does not undo. */
  discard(): Promise<void>;
}
