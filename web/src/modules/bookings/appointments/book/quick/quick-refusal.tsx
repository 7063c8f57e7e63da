import { Text } from '@mantine/core';
import type { Slot } from '@samay/contract/core/alternatives';
import { lazy } from 'react';
import { errorText } from '../../../../../lib/api/api.ts';
import { loadChunk } from '../../../../../lib/browser/chunk.ts';
import { FailureNotice } from '../../../../../ui/feedback/failure-notice.tsx';
import { PartBoundary } from '../../../../../ui/feedback/part-boundary.tsx';
import { useAppointmentWording } from '../../../wording.ts';
import { isOfLimit } from '../../../refusal.ts';
import { UpgradeHint } from '../../upgrade-hint.tsx';
import { UnansweredNotice } from '../unanswered-notice.tsx';
import { isShownAtField } from '../times/refused-field.ts';
import type { QuickForm } from './use-quick-form.ts';

const TakenNotice = lazy(async () => ({
  default: (await loadChunk(() => import('../../../taken-notice.tsx'))).TakenNotice,
}));

/** Renders why a booking was refused, with what may be booked instead where its time is taken. */
export function QuickRefusal({ form }: { form: QuickForm }) {
  const { create, sent, taken, starts, isUnsent, book, sendAgain } = form;
  const { createFailed } = useAppointmentWording();
  if (isUnsent)
    return (
      <UnansweredNotice
        text={createFailed}
        hint="What you typed stays here, also while you look at another page."
        busy={create.isPending}
        onRetry={sendAgain}
      />
    );
  return (
    <>
      {sent && taken && (
        <PartBoundary onGiveUp={() => create.reset()}>
          <TakenNotice
            verb="Book"
            text={errorText(create.error, createFailed)}
            refused={sent.body}
            alternatives={taken}
            busy={create.isPending}
            onPick={(slot: Slot) => book({ ...slot, isNow: false })}
            onOverbook={(overbookedReason: string) => book(sent.start, { overbookedReason })}
          />
        </PartBoundary>
      )}
      {create.isError && !taken && !isShownAtField(create.error, starts.choices) && (
        <FailureNotice text={errorText(create.error, createFailed)} />
      )}
      {isOfLimit(create.error) && (
        <Text size="sm">
          <UpgradeHint purpose="book more" />
        </Text>
      )}
    </>
  );
}
