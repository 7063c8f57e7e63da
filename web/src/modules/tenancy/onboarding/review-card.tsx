import { Anchor } from '@mantine/core';
import { canonicalTime } from '@samay/contract/tenancy/opening-hours';
import type { OnboardingValues, Step } from './onboarding-values.ts';
import classes from './review-card.module.css';
import { slotsOnDays } from './slot-values.ts';
import { typeNames } from './wording.ts';

interface ReviewCardProps {
  values: OnboardingValues;
  onChange: (step: Step) => void;
}

/** Renders step 5: all answers, each with a button back to its step. */
export function ReviewCard({
  values: { businessType, businessName, slots, days },
  onChange,
}: ReviewCardProps) {
  const lines: readonly (readonly [string, readonly string[], Step])[] = [
    ['Business type', businessType ? [typeNames[businessType]] : [], 1],
    ...(businessType === 'turf' ? [['Turf name', [businessName.trim()], 2] as const] : []),
    [
      'Opening hours',
      slotsOnDays(slots).map(({ start_time, end_time, days: own }) => {
        const times = `${canonicalTime(start_time)} – ${canonicalTime(end_time)}`;
        return own ? `${times}: ${own.filter((day) => days.includes(day)).join(', ')}` : times;
      }),
      3,
    ],
    ['Operating days', [days.join(', ')], 4],
  ];
  return (
    <dl className={classes.card}>
      {lines.map(([name, texts, step]) => (
        <div key={name} className={classes.line}>
          <dt>{name}</dt>
          <dd>
            {texts.map((text, index) => (
              <div key={index}>{text}</div>
            ))}
          </dd>
          <dd className={classes.change}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              aria-label={`Change ${name.toLowerCase()}`}
              onClick={() => onChange(step)}
            >
              Change
            </Anchor>
          </dd>
        </div>
      ))}
    </dl>
  );
}
