import { createContext, type ReactNode, use, useEffect, useLayoutEffect } from 'react';
import styles from './page.module.css';

/** What every screen below belongs to; it stands in the title behind the screen's own, for whoever has several open. */
export const TitleWithin = createContext('');

/** The name of what a screen shows, in the browser's tab, history and screen readers: it stands in place of the screen's own. */
export function useDocumentTitle(title: string): void {
  const within = use(TitleWithin);
  useEffect(() => nameDocument(title, within), [title, within]);
}

function nameDocument(title: string, within: string): void {
  document.title = [title, within, 'Sightglass'].filter(Boolean).join(' · ');
}

/** One screen: sets the document's title and lays the parts out under each other. `full`: up to the edges, as players need it. */
export function Page({ title, full = false, children }: { title: string; full?: boolean; children: ReactNode }) {
  const within = use(TitleWithin);
  // Before the effects of what stands inside: where all of it is known already, the two come at once, and the inner name counts.
  useLayoutEffect(() => nameDocument(title, within), [title, within]);
  return <div className={full ? styles.full : styles.page}>{children}</div>;
}

/** The heading of a screen: what it is, a quiet line on what stands here, and what can be done. */
export function PageTitle({ children, note, actions }: { children: ReactNode; note?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={styles.title}>
      <div className={styles.words}>
        <h1>{children}</h1>
        {note !== undefined && <p>{note}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** A part of a screen with a heading of its own. `bare` lets tables and lists touch the edges. */
export function Panel({
  title,
  note,
  actions,
  bare = false,
  children,
}: {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={styles.panel}>
      {title !== undefined && (
        <header className={styles.panelHead}>
          <div className={styles.words}>
            <h2>{title}</h2>
            {note !== undefined && <p>{note}</p>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={bare ? styles.bare : styles.inside}>{children}</div>
    </section>
  );
}
