import type { PaymentMethod } from '@samay/contract/core/money';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SummarySection } from '../../modules/desk/summary/summary-section.tsx';
import type { Period, PeriodName } from '../../modules/desk/revenue/period.ts';
import { RevenueScreen } from '../../modules/desk/revenue/revenue-screen.tsx';
import { getMoneyPath } from '../routing/navigation.ts';
import { useSession } from '../../lib/session/session.tsx';
import { LockButton } from '../../modules/tenancy/money-lock/lock-button.tsx';
import { ButtonLink } from '../../ui/controls/links.tsx';
import { isDay, isId, isKeyIn } from '../routing/search-params.ts';

// They are part of the chunk of revenue, because owners open them from there.
export { ClosesPage } from './closes-page.tsx';
export { PapersPage } from './papers-page.tsx';
export { ReportsPage } from './reports-page.tsx';

interface PeriodSearch {
  period?: PeriodName;
  /** The first day, YYYY-MM-DD. */
  from?: string;
  to?: string;
  /** Only the transactions of this payment method. */
  method?: PaymentMethod;
  /** Only the transactions of the doctor or court with this id, or of none. */
  resource?: string;
}

const names: Record<PeriodName, true> = { daily: true, weekly: true, monthly: true, custom: true };

const methods: Record<PaymentMethod, true> = {
  UPI: true,
  Card: true,
  'Net Banking': true,
  Wallet: true,
  Cash: true,
  Online: true,
  Advance: true,
};

/**
 * Renders the revenue page at each of its addresses, with its period in the search parameters;
 * without them it shows today.
 */
export function RevenuePage() {
  const { period = 'daily', method, resource, ...dates } = periodSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const session = useSession();
  const money = getMoneyPath(session);
  const papers = session.businessType === 'turf' ? '/turf-dashboard/papers' : '/dashboard/papers';
  const reports = session.businessType === 'turf' ? '/turf-dashboard/reports' : '/dashboard/reports';
  const change = ({ name, from, to }: Period) =>
    void navigate({ to: '.', search: periodSearch({ period: name, from, to }), replace: true });
  const narrowed = { ...(method && { method }), ...(resource && { resource }) };
  return (
    <RevenueScreen
      period={{ name: period, ...dates }}
      onPeriodChange={change}
      narrowed={narrowed}
      first={<SummarySection />}
      {...(money && {
        link: (
          <>
            <ButtonLink to={money} variant="default">
              Money
            </ButtonLink>
            <ButtonLink to={reports} variant="default">
              Reports
            </ButtonLink>
            {session.permissions.includes('settings.write') && (
              <ButtonLink to={papers} variant="default">
                Receipts and invoices
              </ButtonLink>
            )}
            <LockButton />
          </>
        ),
      })}
    />
  );
}

function periodSearch({ period, from, to, method, resource }: Record<string, unknown>): PeriodSearch {
  return {
    ...(isKeyIn(names, period) && period !== 'daily' && { period }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isKeyIn(methods, method) && { method }),
    ...((resource === 'none' || isId(resource)) && { resource }),
  };
}
