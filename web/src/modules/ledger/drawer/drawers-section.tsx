import { type DrawerRules, setDrawerRules } from '@samay/contract/ledger/drawers';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { LoadedSection } from '../../../ui/feedback/loaded-section.tsx';
import { toastDone } from '../../../ui/feedback/toast.tsx';
import { SavedSwitch } from '../../../ui/form/saved-switch.tsx';
import { drawerRulesQuery, refreshDrawers } from './api.ts';

/** Renders, for owners, whether the desk has one drawer, and whether its cash is counted first. */
export function DrawersSection() {
  if (!useSession().permissions.includes('settings.write')) return null;
  return (
    <LoadedSection
      title="Drawers"
      hint={
        'Each person who takes money has a drawer and closes it in the evening. ' +
        'With one drawer for the desk, one close is for all. ' +
        'What was taken stays in the drawer where it is. ' +
        'Who counts before the cash is shown says what is in the drawer, not what should be: each count is in the audit log.'
      }
      query={drawerRulesQuery}
      failed="Failed to load this setting"
    >
      {(rules) => (
        <>
          <OneDrawerSwitch rules={rules} />
          <CountFirstSwitch rules={rules} />
        </>
      )}
    </LoadedSection>
  );
}

function CountFirstSwitch({ rules }: { rules: DrawerRules }) {
  const save = useSaveRules();
  const { tenant } = useSession();
  return (
    <SavedSwitch
      label="Count the cash before it is shown"
      checked={rules.countFirst}
      disabled={tenant?.suspended === true}
      failed={saveFailed}
      save={async (countFirst) => {
        const saved = await save({ countFirst });
        toastDone(saved.countFirst ? 'The cash is counted first' : 'The cash is shown before the count');
      }}
    />
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

function OneDrawerSwitch({ rules }: { rules: DrawerRules }) {
  const save = useSaveRules();
  const { tenant } = useSession();
  return (
    <SavedSwitch
      label="One drawer for the desk"
      checked={rules.oneDrawer}
      disabled={tenant?.suspended === true}
      failed={saveFailed}
      save={async (oneDrawer) => {
        const saved = await save({ oneDrawer });
        toastDone(saved.oneDrawer ? 'The desk has one drawer' : 'Each person has a drawer');
      }}
    />
  );
}
