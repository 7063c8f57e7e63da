import { DebugCard } from './debug-card.tsx';
import { DemoAccountsCard, demoPassword } from './demo-accounts-card.tsx';

export interface DemoSectionProps {
  onPick: (account: { email: string; password: string }) => void;
}

/** What the login page offers in the demo and in development beside the way in; nobody else loads it. */
export function DemoSection({ onPick }: DemoSectionProps) {
  return (
    <>
      <DemoAccountsCard onPick={(email) => onPick({ email, password: demoPassword })} />
      <DebugCard />
    </>
  );
}
