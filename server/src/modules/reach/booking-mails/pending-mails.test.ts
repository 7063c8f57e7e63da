import { expect, it } from 'vitest';
import { mergePendingMails, type PendingMail } from './pending-mails.ts';

const [monday, tuesday] = [
  { date: '2026-11-23', time: '09:00' },
  { date: '2026-11-24', time: '10:00' },
];
const unsent = (change: PendingMail['change'], more: Partial<PendingMail> = {}): PendingMail => ({
  change,
  wasTried: false,
  ...more,
});

it.each([
  ['nothing waits', [], { change: 'created' }, { change: 'created' }],
  [
    'made, then moved: the first email, which reads the booking',
    [unsent('created')],
    { change: 'moved', from: monday },
    { change: 'created' },
  ],
  ['made, then cancelled: nothing was ever told', [unsent('created')], { change: 'cancelled' }, undefined],
  [
    'moved twice: from the place that was told',
    [unsent('moved', { from: monday })],
    { change: 'moved', from: tuesday },
    { change: 'moved', from: monday },
  ],
  [
    'moved, then to another doctor: from the time and the doctor that were told',
    [unsent('moved', { from: monday })],
    { change: 'moved', from: { ...tuesday, resourceId: null } },
    { change: 'moved', from: { ...monday, resourceId: null } },
  ],
  [
    'moved to another doctor and to a third: from the one that was told',
    [unsent('moved', { from: { ...monday, resourceId: null } })],
    { change: 'moved', from: { ...monday, resourceId: '3b5d2c9a-0f6e-4d6b-9a35-6a1a4f5f5d10' } },
    { change: 'moved', from: { ...monday, resourceId: null } },
  ],
  [
    'moved, then cancelled',
    [unsent('moved', { from: monday })],
    { change: 'cancelled' },
    { change: 'cancelled', from: monday },
  ],
  ['cancelled, and that undone', [unsent('cancelled')], { change: 'created' }, undefined],
  [
    'moved, cancelled, and that undone: from the place that was told',
    [unsent('cancelled', { from: monday })],
    { change: 'created' },
    { change: 'moved', from: monday },
  ],
  [
    'made, moved and cancelled',
    [unsent('created'), unsent('moved', { from: monday })],
    { change: 'cancelled' },
    undefined,
  ],
  [
    'made and perhaps arrived, then cancelled',
    [unsent('created', { wasTried: true })],
    { change: 'cancelled' },
    { change: 'cancelled', isUnsure: true },
  ],
  [
    'made and perhaps arrived, then moved',
    [unsent('created', { wasTried: true })],
    { change: 'moved', from: monday },
    { change: 'moved', from: monday, isUnsure: true },
  ],
  [
    'made and perhaps arrived, cancelled, and that undone: said in any case',
    [unsent('created', { wasTried: true }), unsent('cancelled')],
    { change: 'created' },
    { change: 'created', isUnsure: true },
  ],
  [
    'the same, when it comes to the undoing later',
    [unsent('cancelled', { isUnsure: true })],
    { change: 'created' },
    { change: 'created', isUnsure: true },
  ],
  [
    'cancelled and perhaps arrived, undone, and cancelled again: said in any case',
    [unsent('cancelled', { wasTried: true }), unsent('created')],
    { change: 'cancelled' },
    { change: 'cancelled', isUnsure: true },
  ],
  [
    'moved and perhaps arrived, then there and back: said in any case',
    [unsent('moved', { from: tuesday, isUnsure: true })],
    { change: 'moved', from: monday },
    { change: 'moved', from: tuesday, isUnsure: true },
  ],
  [
    'moved and perhaps arrived, then moved: from the place that was perhaps told',
    [unsent('moved', { from: monday, wasTried: true })],
    { change: 'moved', from: tuesday },
    { change: 'moved', from: tuesday, isUnsure: true },
  ],
] as const)('%s [P-12.21]', (_what, waiting, changes, left) => {
  expect(mergePendingMails(waiting, changes)).toEqual(left);
});
