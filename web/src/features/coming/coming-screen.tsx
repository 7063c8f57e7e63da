import type { ReactNode } from 'react';
import { NoticePage } from '../../ui/notice-page.tsx';

interface ComingScreenProps {
  /** What the page will be called. */
  title: string;
  actions: ReactNode;
  isWithin: boolean;
}

/** Says plainly that a page is not there yet. */
export function ComingScreen({ title, actions, isWithin }: ComingScreenProps) {
  return (
    <NoticePage title={title} actions={actions} isWithin={isWithin}>
      This page is not there yet. It will come with a later version of Samay; until then nothing is lost by it.
    </NoticePage>
  );
}
