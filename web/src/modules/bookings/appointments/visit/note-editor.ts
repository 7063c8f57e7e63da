import { longestNote, type VisitNote } from '@samay/contract/desk/visits';
import { now } from '@samay/contract/core/time';
import { ApiError } from '../../../../lib/api/api.ts';

/**
 * The times at which a note is saved: after a pause in typing, at the latest a while after the
 * first key, and again after a failure.
 */
export const noteTiming = { pauseMs: 800, longestMs: 5_000, retryMs: 5_000 };

/**
 * The state of a note; `changed`: another user has written in between, and the user has to choose.
 */
type NoteState = 'saved' | 'typing' | 'saving' | 'failed' | 'changed' | 'too-long';

export interface NoteView {
  readonly text: string;
  readonly state: NoteState;
  /** The server's note if another user has changed it in between. */
  readonly theirs: VisitNote | null;
  /** The error of the last attempt. */
  readonly error: unknown;
}

/** Unsaved text, with the note that it changes. */
export interface NoteDraft {
  readonly text: string;
  readonly base: VisitNote;
}

interface Ports {
  readonly write: (text: string, version: number) => Promise<VisitNote>;
  readonly read: () => Promise<VisitNote>;
  /** Stores the unsaved draft; null if everything is saved. */
  readonly keep: (draft: NoteDraft | null) => void;
}

/**
 * Saves a note automatically. One request is pending at a time, and text typed during it follows. A
 * failure keeps the text and tries again; a note that another user has changed is neither
 * overwritten nor lost.
 */
export class NoteEditor {
  #base: VisitNote;
  #view: NoteView;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time since when unsaved text waits. */
  #since: number | undefined;
  #saving: Promise<void> | undefined;
  readonly #ports: Ports;
  readonly #watchers = new Set<() => void>();

  constructor(saved: VisitNote, draft: NoteDraft | undefined, ports: Ports) {
    this.#ports = ports;
    this.#base = draft?.base ?? saved;
    this.#view = {
      text: draft?.text ?? saved.text,
      state: draft ? 'failed' : 'saved',
      theirs: null,
      error: null,
    };
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly view = (): NoteView => this.#view;

  /** Returns whether typed text is not on the server yet. */
  get isUnsaved(): boolean {
    return this.#view.text !== this.#base.text;
  }

  type(text: string): void {
    this.#show({ text });
    this.#ports.keep(this.isUnsaved ? { text, base: this.#base } : null);
    if (this.#view.state === 'changed') return;
    if (Array.from(text).length > longestNote) return this.#show({ state: 'too-long' });
    if (!this.#saving) this.#show({ state: this.isUnsaved ? 'typing' : 'saved' });
    this.#later();
  }

  /**
   * Takes over the server's note: immediately if nothing is unsaved, otherwise as a change by
   * another user.
   */
  receive(note: VisitNote): void {
    if (this.#saving || note.version <= this.#base.version) return;
    if (!this.isUnsaved || note.text === this.#view.text) return this.#adopt(note, note.text);
    this.#show({ state: 'changed', theirs: note });
  }

  /** Saves the unsaved text. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#saving) return this.#saving;
    if (!this.isUnsaved || this.#view.state === 'changed' || this.#view.state === 'too-long') return;
    this.#saving = this.#send().finally(() => {
      this.#saving = undefined;
    });
    await this.#saving;
    if (this.#view.state === 'saving') await this.save();
  }

  /** Resolves a change by another user with a text: one's own, theirs, or both. */
  async settle(text: string): Promise<void> {
    const { theirs } = this.#view;
    if (!theirs) return;
    this.#adopt(theirs, text);
    await this.save();
  }

  /** Saves for the last time. Returns whether everything is on the server. */
  async close(): Promise<boolean> {
    await this.save();
    clearTimeout(this.#timer);
    return !this.isUnsaved;
  }

  async #send(): Promise<void> {
    const { text } = this.#view;
    this.#since = undefined;
    this.#show({ state: 'saving', error: null });
    try {
      const saved = await this.#ports.write(text, this.#base.version);
      const typed = this.#view.text;
      this.#base = saved;
      if (typed === text) return this.#adopt(saved, saved.text);
      this.#ports.keep({ text: typed, base: saved });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'note.changed') return this.#meet(error);
      this.#fail(error);
    }
  }

  /** Shows the text of another user who saved first. */
  async #meet(error: unknown): Promise<void> {
    try {
      this.#show({ state: 'changed', theirs: await this.#ports.read(), error });
    } catch (unread) {
      this.#fail(unread);
    }
  }

  #fail(error: unknown): void {
    this.#show({ state: 'failed', error });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), noteTiming.retryMs);
  }

  #adopt(base: VisitNote, text: string): void {
    this.#base = base;
    const isSaved = text === base.text;
    this.#show({ text, state: isSaved ? 'saved' : 'typing', theirs: null, error: null });
    this.#ports.keep(isSaved ? null : { text, base });
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#since ??= now().getTime();
    const wait = Math.min(
      noteTiming.pauseMs,
      Math.max(0, this.#since + noteTiming.longestMs - now().getTime()),
    );
    this.#timer = setTimeout(() => void this.save(), wait);
  }

  #show(change: Partial<NoteView>): void {
    this.#view = { ...this.#view, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}
