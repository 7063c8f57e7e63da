import { IconColumns3 } from '@tabler/icons-react';
import { lazy, useRef, useState } from 'react';
import { loadChunk } from '../../../../lib/browser/chunk.ts';
import { PartBoundary } from '../../../../ui/feedback/part-boundary.tsx';
import { Pill } from '../../../../ui/table/pills.tsx';
import classes from './filters-form.module.css';

const ColumnsChoice = lazy(async () => ({
  default: (await loadChunk(() => import('./columns-choice.tsx'))).ColumnsChoice,
}));

/** Opens the choice of the table's columns. */
export function ColumnsButton() {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);

  function close(): void {
    setOpen(false);
    place.current?.querySelector('button')?.focus({ preventScroll: true });
  }

  return (
    <span ref={place} className={classes.columns}>
      <Pill isAlone isPressed={isOpen} title="Choose columns" onClick={() => setOpen(!isOpen)}>
        <IconColumns3 size={16} aria-hidden />
        Columns
      </Pill>
      {isOpen && (
        <PartBoundary onGiveUp={close}>
          <ColumnsChoice onClose={close} />
        </PartBoundary>
      )}
    </span>
  );
}
