import { Text, UnstyledButton } from '@mantine/core';
import { DebugCard } from './debug-card.tsx';
import classes from './demo-section.module.css';

export interface DemoSectionProps {
  onPick: (account: { email: string; password: string }) => void;
}

/** Renders the parts of the sign-in page for the demo and for development. Loaded only there. */
export function DemoSection({ onPick }: DemoSectionProps) {
  return (
    <>
      <DemoAccountsCard onPick={(email) => onPick({ email, password: demoPassword })} />
      <DebugCard />
    </>
  );
}

const demoPassword = 'demo1234';

const accounts = [
  { email: 'owner@citycare.example', who: 'Clinic owner' },
  { email: 'doctor@citycare.example', who: 'Doctor' },
  { email: 'desk@citycare.example', who: 'Clinic desk' },
  { email: 'owner@greenturf.example', who: 'Turf owner' },
  { email: 'desk@greenturf.example', who: 'Turf desk' },
  { email: 'owner@lotusdental.example', who: 'Clinic near its limit' },
  { email: 'new@samay.example', who: 'Yet to set up' },
  { email: 'admin@samay.example', who: 'Super admin' },
];

/** Lists the demo accounts. Selecting one fills the form. */
function DemoAccountsCard({ onPick }: { onPick: (email: string) => void }) {
  return (
    <section className={classes.card} aria-labelledby="demo-accounts">
      <Text component="h2" id="demo-accounts" size="sm" fw={600}>
        Demo accounts
      </Text>
      <Text size="xs" c="dimmed">
        Press one to fill the form. The password is {demoPassword} for all.
      </Text>
      <ul className={classes.list}>
        {accounts.map(({ email, who }) => (
          <li key={email}>
            <UnstyledButton className={classes.account ?? ''} onClick={() => onPick(email)}>
              <span className={classes.who}>{who}</span>
              <span className={classes.email}>{email}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
