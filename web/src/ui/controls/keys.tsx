import { useOs } from '@mantine/hooks';
import classes from './keys.module.css';

/** Keys as they are pressed: `g a` one after the other, `mod+k` together with Ctrl, or with ⌘ on a Mac. */
export function Keys({ keys }: { keys: string }) {
  const os = useOs({ getValueInEffect: false });
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl';
  return (
    <span className={classes.keys}>
      {keys.split(/[ +]/).map((key, place) => (
        <kbd key={place} className={classes.key}>
          {key === 'mod' ? mod : key.toUpperCase()}
        </kbd>
      ))}
    </span>
  );
}
