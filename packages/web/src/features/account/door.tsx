import { type FormEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Page } from '../../ui/index.ts';
import styles from './door.module.css';

interface DoorProps {
  title: string;
  says: ReactNode;
  onSubmit: (given: FormData) => void;
  children: ReactNode;
}

/** The page in front of everything: one form, and nothing else to look at. */
export function Door(props: DoorProps) {
  return (
    <Page title={props.title} full>
      <main className={styles.door}>
        <DoorForm {...props} />
      </main>
    </Page>
  );
}

/** The same over a screen, which stays as it is behind: nothing of it is seen, and nothing of it is lost. */
export function DoorAhead(props: DoorProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const show = useCallback(() => {
    ref.current?.showModal();
    // Of itself it would begin at what is filled in already.
    ref.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  useEffect(show, [show]);
  return (
    <dialog
      ref={ref}
      className={`${styles.door} ${styles.ahead}`}
      aria-label={props.title}
      // There is no way around it, though browsers let nobody stop the second Escape.
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <DoorForm {...props} />
    </dialog>
  );
}

function DoorForm({ title, says, onSubmit, children }: DoorProps) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <>
      <Window />
      <form className={styles.form} onSubmit={submit}>
        <header>
          <p className={styles.product}>Sightglass</p>
          <h1>{title}</h1>
          <p className={styles.says}>{says}</p>
        </header>
        {children}
      </form>
    </>
  );
}

/** What could not be done, said where the form says its other things. */
export function DoorFailure({ failure }: { failure: { title: string; help: string } | null }) {
  if (failure === null) return null;
  return (
    <p className={styles.failure} role="alert">
      <strong>{failure.title}.</strong> {failure.help === failure.title ? '' : failure.help}
    </p>
  );
}

/** A large sight glass with the flow behind it: decoration, and the only one in the house. */
function Window() {
  return (
    <svg className={styles.window} viewBox="0 0 400 400" aria-hidden="true">
      <defs>
        <clipPath id="door-glass">
          <circle cx="200" cy="200" r="150" />
        </clipPath>
      </defs>
      <circle className={styles.back} cx="200" cy="200" r="150" />
      <g clipPath="url(#door-glass)">
        {waves.map(({ id, top }) => (
          <path
            key={id}
            className={styles.wave}
            d={`M0 ${top}c50 -36 100 -36 150 0s100 36 150 0 100 -36 150 0V400H0Z`}
          />
        ))}
      </g>
      <circle className={styles.rim} cx="200" cy="200" r="150" />
      <circle className={styles.outer} cx="200" cy="200" r="176" />
      {bolts.map(({ id, x, y }) => (
        <circle key={id} className={styles.bolt} cx={x} cy={y} r="5" />
      ))}
    </svg>
  );
}

const waves = [
  { id: 'high', top: 190 },
  { id: 'middle', top: 225 },
  { id: 'low', top: 265 },
];
const bolts = Array.from({ length: 8 }, (_, index) => {
  const angle = ((index + 0.5) / 8) * 2 * Math.PI;
  return { id: `${index}`, x: 200 + 163 * Math.cos(angle), y: 200 + 163 * Math.sin(angle) };
});
