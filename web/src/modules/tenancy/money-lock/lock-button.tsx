import { Button } from '@mantine/core';
import { formatDate } from '@samay/contract/core/time';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../../../lib/browser/chunk.ts';
import { useToday } from '../../../lib/browser/use-today.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { PartBoundary } from '../../../ui/feedback/part-boundary.tsx';
import { moneyLock } from './api.ts';

const LockDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./lock-dialog.tsx'))).LockDialog,
}));

interface LockButtonProps {
  /** The last day of the month that is shown: it is proposed, if it is over and not locked. */
  proposed?: string;
}

/** Renders the button that says until when the money is locked, and changes it, for owners. */
export function LockButton({ proposed }: LockButtonProps) {
  const mayLock = useSession().permissions.includes('settings.write');
  const { data } = useQuery({ ...moneyLock, enabled: mayLock });
  const today = useToday();
  const [isOpen, setOpen] = useState(false);
  if (!mayLock || !data) return null;
  const isProposed =
    proposed !== undefined && proposed < today && (data.until === null || data.until < proposed);
  const locked = data.until === null ? 'Lock a month…' : `Locked until ${formatDate(data.until)}`;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {isProposed ? `Lock until ${formatDate(proposed)}…` : locked}
      </Button>
      {isOpen && (
        <PartBoundary onGiveUp={() => setOpen(false)}>
          <Suspense fallback={null}>
            <LockDialog
              lock={data}
              proposed={isProposed ? proposed : undefined}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
