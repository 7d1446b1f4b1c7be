import type { ReactNode } from 'react';
import styles from './back.module.css';

/** Above the title of one thing: the way back to the list of all. @param children - A link. */
export function Back({ children }: { children: ReactNode }) {
  return <p className={styles.back}>{children}</p>;
}
