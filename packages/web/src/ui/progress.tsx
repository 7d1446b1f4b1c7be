import styles from './progress.module.css';

/** How much of something long is done, 0 to 1. `label` says what is being done. */
export function Progress({ share, label }: { share: number; label: string }) {
  const percent = Math.round(share * 100);
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span>{label}</span>
        <span aria-hidden>{percent} %</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
