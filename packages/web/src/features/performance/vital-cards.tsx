import { type VitalName, vitalBands } from '@sightglass/wire';
import { BandBar, Loading, Panel, writeCount } from '../../ui/index.ts';

import { ChangeMark } from './change-mark.tsx';
import { rate, ratingTone, type VitalFigure, vitalChange, vitalOrder, vitalWords, writeVital } from './model.ts';
import styles from './vital-cards.module.css';

/** The figures of what is compared; `asked`: they are on their way. */
export type Compared = readonly VitalFigure[] | 'asked' | null;

/** All five at a glance; the one that is chosen has its trend drawn below. */
export function VitalCards({
  figures,
  compared,
  chosen,
  onChoose,
}: {
  figures: readonly VitalFigure[];
  /** What they are compared with; `null`: nothing. */
  compared: Compared;
  chosen: VitalName;
  onChoose: (name: VitalName) => void;
}) {
  return (
    <fieldset className={styles.cards} aria-label="Web Vitals, 75th percentile">
      {vitalOrder.map((name) => (
        <Card
          key={name}
          name={name}
          figure={figures.find((figure) => figure.name === name)}
          compared={compared}
          chosen={name === chosen}
          onChoose={() => onChoose(name)}
        />
      ))}
    </fieldset>
  );
}

/** In their place while they are asked for, and in that of what stands below them: nothing moves when they come. */
export function VitalsLoading() {
  return (
    <>
      <div className={styles.cards} role="status" aria-label="Loading the Web Vitals">
        {vitalOrder.map((name) => (
          <span key={name} className={styles.waiting} />
        ))}
      </div>
      <Panel>
        <Loading label="Loading their trend" block lines={6} />
      </Panel>
      <Panel>
        <Loading label="Loading the routes" lines={9} />
      </Panel>
    </>
  );
}

function Card({
  name,
  figure,
  compared,
  chosen,
  onChoose,
}: {
  name: VitalName;
  figure: VitalFigure | undefined;
  compared: Compared;
  chosen: boolean;
  onChoose: () => void;
}) {
  const p75 = figure?.p75 ?? null;
  const rating = rate(name, p75);
  const { good, needsImprovement, poor } = figure?.bands ?? { good: 0, needsImprovement: 0, poor: 0 };
  return (
    <button type="button" className={styles.card} aria-pressed={chosen} onClick={onChoose}>
      <span className={styles.name}>
        <abbr title={vitalWords[name].name}>{name}</abbr>
        <span className={styles.rating} data-tone={rating ? ratingTone[rating] : undefined}>
          {rating ?? 'not measured'}
        </span>
      </span>
      <span className={styles.figure}>{writeVital(name, p75)}</span>
      {compared !== null && (
        <span className={styles.change}>
          {compared === 'asked' ? (
            'Comparing …'
          ) : (
            <ChangeMark
              change={vitalChange(
                figure,
                compared.find((other) => other.name === name),
              )}
              write={(value) => writeVital(name, value)}
            />
          )}
        </span>
      )}
      <BandBar good={good} middling={needsImprovement} poor={poor} />
      <span className={styles.note}>
        <span>{writeCount(figure?.samples ?? 0)} samples</span>
        <span>good up to {writeVital(name, vitalBands[name].good)}</span>
      </span>
    </button>
  );
}
