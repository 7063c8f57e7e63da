import { useOs } from '@mantine/hooks';
import classes from './keys.module.css';

/**
 * Renders a keyboard shortcut: `g a` is pressed in sequence, `mod+k` together with Ctrl, or ⌘ on a
 * Mac.
 */
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
