import { longestNote, type VisitNote } from '@samay/contract/desk/visits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api.ts';
import { type NoteDraft, NoteEditor, noteTiming } from './note-editor.ts';

const { pauseMs, longestMs, retryMs } = noteTiming;
const makeNote = (text: string, version: number): VisitNote => ({
  text,
  version,
  writtenAt: '2026-11-21T04:30:00.000Z',
});
const changed = new ApiError('note.changed', 'Somebody else has changed this note meanwhile.', 409);
const lost = new ApiError('network', 'No connection.', 0);

let stored: VisitNote;
let refusal: Error | undefined;
/** Holds back each answer until its function is called. */
let answers: (() => void)[] | undefined;
let sent: [text: string, version: number][];
let kept: NoteDraft | null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stored = makeNote('', 0);
  refusal = undefined;
  answers = undefined;
  sent = [];
  kept = null;
});
afterEach(() => vi.useRealTimers());

function edit(draft?: NoteDraft): NoteEditor {
  return new NoteEditor(stored, draft, {
    async write(text, version) {
      sent.push([text, version]);
      if (answers) await new Promise<void>((resolve) => answers?.push(resolve));
      if (refusal) throw refusal;
      if (text !== stored.text && version !== stored.version) throw changed;
      if (text !== stored.text) stored = makeNote(text, stored.version + 1);
      return stored;
    },
    read: async () => stored,
    keep: (unsaved) => {
      kept = unsaved;
    },
  });
}

it('saves after a pause, and what is typed meanwhile with the version that this gave [P-8.32]', async () => {
  const editor = edit();
  answers = [];
  editor.type('F');
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  editor.type('Fever');
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect([sent, editor.view().state]).toEqual([[], 'typing']);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, editor.view().state]).toEqual([[['Fever', 0]], 'saving']);
  editor.type('Fever, cough');
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(sent).toHaveLength(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(pauseMs);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([
    ['Fever', 0],
    ['Fever, cough', 1],
  ]);
  expect([editor.view(), editor.isUnsaved, kept]).toEqual([
    { text: 'Fever, cough', state: 'saved', theirs: null, error: null },
    false,
    null,
  ]);
});

it('saves while somebody types without a pause, too', async () => {
  const editor = edit();
  for (let ms = 0; ms <= longestMs; ms += 500) {
    editor.type(`Fever ${ms}`);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sent.length).toBeGreaterThan(0);
});

it('keeps a failed text, retries automatically, and continues from it when it is opened again [P-8.32]', async () => {
  const editor = edit();
  refusal = lost;
  editor.type('Fever');
  expect(kept).toEqual({ text: 'Fever', base: makeNote('', 0) });
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(editor.view()).toMatchObject({ text: 'Fever', state: 'failed', error: lost });
  await vi.advanceTimersByTimeAsync(retryMs);
  expect(sent).toHaveLength(2);
  expect(await editor.close()).toBe(false);
  refusal = undefined;
  await vi.advanceTimersByTimeAsync(retryMs);
  expect(sent).toHaveLength(3);

  const again = edit(kept ?? undefined);
  expect(again.view()).toMatchObject({ text: 'Fever', state: 'failed' });
  expect(await again.close()).toBe(true);
  expect([stored.text, kept]).toEqual(['Fever', null]);
});

it('neither overwrites nor loses what somebody else wrote, and goes on with both, one’s own or theirs [P-8.32]', async () => {
  for (const [choose, result] of [
    [(mine: string, theirs: string) => `${theirs}\n\n${mine}`, 'Cough\n\nFever'],
    [(mine: string) => mine, 'Fever'],
    [(_: string, theirs: string) => theirs, 'Cough'],
  ] as const) {
    stored = makeNote('', 0);
    const editor = edit();
    editor.type('Fever');
    stored = makeNote('Cough', 1);
    await vi.advanceTimersByTimeAsync(pauseMs);
    expect(editor.view()).toMatchObject({
      text: 'Fever',
      state: 'changed',
      theirs: { text: 'Cough', version: 1 },
    });
    const before = sent.length;
    editor.type('Fever!');
    editor.type('Fever');
    await editor.save();
    await vi.advanceTimersByTimeAsync(longestMs);
    expect([sent.length, stored.text, kept?.text]).toEqual([before, 'Cough', 'Fever']);
    await editor.settle(choose('Fever', 'Cough'));
    expect([stored.text, editor.view().state, kept]).toEqual([result, 'saved', null]);
  }
});

it('takes over what others wrote where nothing is typed, and asks where something is; an older reading is nothing new', () => {
  stored = makeNote('Fever', 2);
  const editor = edit();
  editor.receive(makeNote('Old', 1));
  expect(editor.view().text).toBe('Fever');
  editor.receive(makeNote('Cough', 3));
  expect(editor.view()).toMatchObject({ text: 'Cough', state: 'saved' });
  editor.type('Cough, cold');
  editor.receive(makeNote('Cough, cold', 4));
  expect([editor.view().state, editor.isUnsaved]).toEqual(['saved', false]);
  editor.type('Mine');
  editor.receive(makeNote('Theirs', 5));
  expect(editor.view()).toMatchObject({ text: 'Mine', state: 'changed', theirs: { text: 'Theirs' } });
});

it('sends nothing that is too long, and loses nothing of it', async () => {
  const editor = edit();
  editor.type('💊'.repeat(longestNote + 1));
  await vi.advanceTimersByTimeAsync(longestMs);
  expect([sent, editor.view().state]).toEqual([[], 'too-long']);
  editor.type('💊'.repeat(longestNote));
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(stored.text).toHaveLength(longestNote * 2);
});
