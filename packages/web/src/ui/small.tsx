import type { ReactNode } from 'react';
import styles from './small.module.css';

export type Tone = 'quiet' | 'accent' | 'good' | 'warning' | 'danger';

/** A short label that says what kind of thing this is. */
export function Badge({ tone = 'quiet', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={styles.badge}
      data-tone={tone}
      {...(typeof children === 'string' && children.length > mostOnALine && { 'data-long': '', title: children })}
    >
      {icon}
      {children}
    </span>
  );
}

/** Characters that a line has room for in the narrowest window. */
const mostOnALine = 24;

/** One figure with its name, and what puts it into proportion. */
export function Stat({ label, value, note, tone }: { label: string; value: ReactNode; note?: ReactNode; tone?: Tone }) {
  return (
    <dl className={styles.stat}>
      <dt>{label}</dt>
      <dd className={styles.figure} data-tone={tone}>
        {value}
      </dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </dl>
  );
}

/** Figures side by side, parted by hairlines. */
export function Stats({ children }: { children: ReactNode }) {
  return <div className={styles.stats}>{children}</div>;
}

/** Something that is going on right now. The word stands beside the dot, or is read out in its place. */
export function LiveDot({ label = 'Live', quiet = false }: { label?: string; quiet?: boolean }) {
  return (
    <span className={styles.live}>
      <span className={styles.dot} aria-hidden />
      <span className={quiet ? styles.unseen : undefined}>{label}</span>
    </span>
  );
}

/** A key or a chord: `mod` is ⌘ on Apple's keyboards, Ctrl elsewhere. A space parts keys pressed one after another. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((chord, index) => (
        <span key={`${chord}-${String(index)}`} className={styles.chord}>
          {index > 0 && <span className={styles.note}>then</span>}
          {chord.split('+').map((key) => (
            <kbd key={key}>{keyName(key)}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const keyNames: Record<string, string> = {
  mod: apple ? '⌘' : 'Ctrl',
  shift: '⇧',
  alt: apple ? '⌥' : 'Alt',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  space: 'Space',
  escape: 'Esc',
  enter: '↵',
};
function keyName(key: string): string {
  return keyNames[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Text for those who do not see the screen. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={styles.unseen}>{children}</span>;
}
