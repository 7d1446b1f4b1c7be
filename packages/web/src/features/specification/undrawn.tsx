import styles from './views.module.css';

/** In the place of a drawing that could not be made. */
export function Undrawn() {
  return (
    <p className={styles.undrawn}>
      This could not be drawn: Sightglass does not answer, or was updated meanwhile. All that it shows stands in the
      tables; reload the page to see it drawn.
    </p>
  );
}
