import styles from './mark.module.css';

/** Our mark: a glass, half full, through which one sees the flow. */
export function Mark({ size = '1.375rem' }: { size?: string }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path
        className={styles.flow}
        d="M5.200 13.200c2.300-1.700 4.500-1.700 6.800 0s4.500 1.700 6.800 0A7 7 0 0 1 12 19a7 7 0 0 1-6.800-5.800Z"
      />
      <circle className={styles.rim} cx="12" cy="12" r="9.500" />
    </svg>
  );
}
