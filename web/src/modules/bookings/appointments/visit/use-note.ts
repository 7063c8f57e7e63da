import { type Visit, type VisitNote, writeNote } from '@samay/contract/desk/visits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useActions } from '../../../../lib/actions.tsx';
import { call } from '../../../../lib/api/api.ts';
import { refreshAfterChange } from '../../../../lib/live/live.ts';
import { useSession } from '../../../../lib/session/session.tsx';
import { toastAsking } from '../../../../ui/feedback/toast.tsx';
import { oneVisit } from './api.ts';
import { type NoteDraft, NoteEditor, type NoteView } from './note-editor.ts';

/**
 * The unsaved notes, by user and booking. They live in the memory of this tab, so that they survive
 * a closed dialog and the end of the session, and nobody else at the desk sees them (decision
 * 0016).
 */
const drafts = new Map<string, NoteDraft>();

/** Returns the note of a visit with unsaved text, and the editor that saves it. */
export function useNote({ appointment: { id, personName }, note }: Visit): {
  view: NoteView;
  editor: NoteEditor;
} {
  const client = useQueryClient();
  const { openVisit } = useActions();
  const key = `${useSession().user.id} ${id}`;
  const [editor] = useState(() => {
    const { queryKey } = oneVisit(id);
    return new NoteEditor(note, drafts.get(key), {
      async write(text, version) {
        const saved = await call(writeNote, { params: { id }, body: { text, version } });
        client.setQueryData(queryKey, (visit) => withNote(visit, saved));
        void refreshAfterChange(client, 'notes', id);
        return saved;
      },
      read: async () => (await client.fetchQuery({ ...oneVisit(id), staleTime: 0 })).note,
      keep: (draft) => (draft ? drafts.set(key, draft) : drafts.delete(key)),
    });
  });
  useEffect(() => editor.receive(note), [editor, note]);
  useEffect(() => {
    const save = () => void editor.save();
    const saveHidden = () => document.visibilityState === 'hidden' && save();
    const ask = (event: BeforeUnloadEvent) => {
      save();
      if (editor.isUnsaved) event.preventDefault();
    };
    save();
    addEventListener('online', save);
    addEventListener('beforeunload', ask);
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      removeEventListener('online', save);
      removeEventListener('beforeunload', ask);
      document.removeEventListener('visibilitychange', saveHidden);
      void editor.close().then((isSaved) => {
        if (!isSaved)
          toastAsking(`The note on ${personName} is not saved yet.`, [
            { name: 'Open', run: () => openVisit(id) },
          ]);
      });
    };
  }, [editor, id, personName, openVisit]);
  return { view: useSyncExternalStore(editor.subscribe, editor.view), editor };
}

function withNote(visit: Visit | undefined, note: VisitNote): Visit | undefined {
  return visit && { ...visit, note };
}
