import { type DrawerRules, setDrawerRules } from '@samay/contract/ledger/drawers';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
import { drawerRulesQuery, refreshDrawers } from './api.ts';

/** Renders, for owners, the rules of drawers: one or several, what is counted and confirmed. */
export function DrawersSection() {
  if (!useSession().permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Drawers"
      hint={
        'Each person who takes money has a drawer and closes it in the evening. ' +
        'With one drawer for the desk, one close is for all. ' +
        'What was taken stays in the drawer where it is, and the person who has it closes it. ' +
        'Who counts before the cash is shown says what is in the drawer, not what should be: each count is in the audit log. ' +
        'With the totals confirmed too, UPI and card are shown after the count as well.'
      }
      query={drawerRulesQuery}
      failed="Failed to load this setting"
    >
      {(rules) => (
        <>
          {(Object.keys(texts) as Rule[]).map((rule) => (
            <RuleSwitch key={rule} rule={rule} rules={rules} />
          ))}
        </>
      )}
    </LoadedSection>
  );
}

const saveFailed = 'Your changes could not be saved. Please try again.';

/** Returns the function that saves a rule, and shows and returns those that hold now. */
function useSaveRules() {
  const client = useQueryClient();
  return async (body: BodyInput<typeof setDrawerRules>): Promise<DrawerRules> => {
    const saved = await call(setDrawerRules, { body });
    client.setQueryData(drawerRulesQuery.queryKey, saved);
    void refreshDrawers(client);
    return saved;
  };
}

type Rule = keyof DrawerRules;

interface RuleText {
  readonly label: string;
  readonly on: string;
  readonly off: string;
}

const texts: Record<Rule, RuleText> = {
  oneDrawer: {
    label: 'One drawer for the desk',
    on: 'The desk has one drawer',
    off: 'Each person has a drawer',
  },
  countFirst: {
    label: 'Count the cash before it is shown',
    on: 'The cash is counted first',
    off: 'The cash is shown before the count',
  },
  countOpening: {
    label: 'Count the cash when a drawer opens',
    on: 'The opening is counted',
    off: 'The opening is what stayed',
  },
  confirmTotals: {
    label: 'Confirm the UPI and card totals at the close',
    on: 'The totals are confirmed at the close',
    off: 'The totals are not asked for',
  },
};

function RuleSwitch({ rule, rules }: { rule: Rule; rules: DrawerRules }) {
  const save = useSaveRules();
  const { tenant } = useSession();
  const { label, on, off } = texts[rule];
  return (
    <SavedSwitch
      label={label}
      checked={rules[rule]}
      disabled={tenant?.suspended === true}
      failed={saveFailed}
      save={async (value) => {
        const saved = await save({ [rule]: value });
        toastDone(saved[rule] ? on : off);
      }}
    />
  );
}
