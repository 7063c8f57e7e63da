import { closingReasons } from '@samay/contract/bookings/closings';
import { ExceptionReason } from '@samay/contract/availability/hours';
import { useState } from 'react';
import type { ClosingPreset } from '../../../lib/actions.tsx';
import { useSession } from '../../../lib/session/session.tsx';
import type { OpenHours } from '../night.ts';
import { type Span, spanError, makeSpan, typedSpan, type When, withEnd, withStart } from './span.ts';
import { everything, useWhom } from './use-whom.ts';

interface Known {
  preset: ClosingPreset;
  minute: string;
  hours: OpenHours;
}

/** Holds the doctor or court, the time and the reason. An existing closure gives all three. */
export function usePlan({ preset, minute, hours }: Known) {
  const { closure } = preset;
  const { choices } = useWhom();
  const reasons = closingReasons[useSession().businessType ?? 'doctor'];
  const today = minute.slice(0, 10);
  const date = preset.date !== undefined && preset.date > today ? preset.date : today;
  const named = choices.find(({ value }) => value === preset.resourceId);
  const [only, ...others] = choices.filter(({ value }) => value !== everything);
  const [whom, setWhom] = useState(named?.value ?? (others.length === 0 ? only?.value : undefined));
  const [when, setWhen] = useState<When>(date > today ? 'day' : 'rest');
  const fixed = when === 'typed' ? undefined : makeSpan(when, { minute, date, hours });
  const [typed, setTyped] = useState(() => typedSpan(makeSpan('twoHours', { minute, date, hours })));
  const [reason, setReason] = useState('');
  const span = closure ? { from: closure.from, to: closure.to } : (fixed ?? typed);

  /** Lets the typed fields begin with the span that was chosen before. */
  function choose(next: When): void {
    if (next === 'typed' && fixed) setTyped(typedSpan(fixed));
    setWhen(next);
  }

  const resourceId = closure ? closure.resourceId : whom === undefined ? undefined : whom || null;
  return {
    choices,
    reasons,
    date,
    whom,
    setWhom,
    when,
    setWhen: choose,
    typed,
    setStart: (from: Span['from']) => setTyped(withStart(typed, from, hours)),
    setEnd: (to: Span['to']) => setTyped(withEnd(typed, to, hours)),
    reason: closure?.reason ?? reason,
    setReason,
    span,
    resourceId,
    errors: {
      whom: resourceId === undefined ? 'Please choose what is closed' : null,
      span: spanError(span),
      reason: closure || ExceptionReason.safeParse(reason).success ? null : 'Please enter a reason',
    },
  };
}
export type Plan = ReturnType<typeof usePlan>;
