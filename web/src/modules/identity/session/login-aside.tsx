import { Text } from '@mantine/core';
import classes from './login-aside.module.css';

const day = [
  { time: '9:30', tone: 'done', width: 62 },
  { time: '10:00', tone: 'done', width: 48 },
  { time: '10:30', tone: 'now', width: 70 },
  { time: '11:00', tone: 'next', width: 54 },
  { time: '11:30', tone: 'next', width: 66 },
];

/** Renders a short introduction next to the form on wide screens, with a decorative day. */
export function LoginAside() {
  return (
    <aside className={classes.aside} aria-label="About Samay">
      <div className={classes.day} aria-hidden>
        {day.map(({ time, tone, width }) => (
          <div key={time} className={classes.slot} data-tone={tone}>
            <span className={classes.time}>{time}</span>
            <svg width="100%" height="10" role="presentation">
              <rect className={classes.line} width={`${width}%`} height="10" rx="5" />
            </svg>
          </div>
        ))}
      </div>
      <Text className={classes.promise ?? ''}>All of today’s bookings in one place.</Text>
      <Text className={classes.more ?? ''}>
        Who comes next, who is late, what was paid: on every screen of your business, the moment it changes.
      </Text>
    </aside>
  );
}
