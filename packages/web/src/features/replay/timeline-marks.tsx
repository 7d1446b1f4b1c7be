import { writeCount } from '../../ui/index.ts';
import { type Item, type Mark, marks, nextOf } from './items.ts';
import { usePlayer } from './player.tsx';
import styles from './timeline.module.css';
import { marksOn, type Scale } from './timeline-scale.ts';

/** Each kind has a shape of its own, so that the colours need not be told apart. */
const glyphs: Record<Mark, { name: [one: string, many: string]; path: string }> = {
  error: { name: ['error', 'errors'], path: 'M5 0a5 5 0 1 0 .1 0z' },
  frustration: { name: ['rage, dead or error click', 'rage, dead or error clicks'], path: 'M5 0 10 10H0z' },
  vital: { name: ['vital', 'vitals'], path: 'M5 0 10 5 5 10 0 5z' },
  'failed-call': { name: ['failed call', 'failed calls'], path: 'M0 0h10v10H0z' },
  input: { name: ['input', 'inputs'], path: 'M2 0h6v2H6v6h2v2H2V8h2V2H2z' },
  custom: { name: ['event of the application', 'events of the application'], path: 'M0 0h10L5 10z' },
  note: { name: ['note', 'notes'], path: 'M0 0h10v7H6l-3 3V7H0z' },
  view: { name: ['view', 'views'], path: 'M4 0h2v10H4z' },
};

/** The kinds that this session has, in their order; each has a lane of its own. */
export function lanesOf(items: readonly Item[]): Mark[] {
  const seen = new Set(items.map(({ mark }) => mark));
  return marks.filter((mark) => seen.has(mark));
}

export function Lanes({ items, lanes, scale }: { items: readonly Item[]; lanes: readonly Mark[]; scale: Scale }) {
  return (
    <>
      {marksOn(items, 'view', scale).map(({ key, left }) => (
        <span key={key} className={styles.view} style={{ left: `${left}%` }} />
      ))}
      {lanes.map((mark, lane) =>
        marksOn(items, mark, scale).map(({ key, left }) => (
          <Glyph key={key} mark={mark} left={`${left}%`} top={`calc(var(--lane) * ${lane} + 2px)`} />
        )),
      )}
    </>
  );
}

function Glyph({ mark, left, top }: { mark: Mark; left?: string; top?: string }) {
  return (
    <svg className={styles.mark} data-mark={mark} style={{ left, top }} viewBox="0 0 10 10" aria-hidden>
      <path d={glyphs[mark].path} />
    </svg>
  );
}

/** How many there are of each kind; each leads to the next of its kind, and from the last to the first. */
export function Legend({ items }: { items: readonly Item[] }) {
  const { clock } = usePlayer();
  const counts = [...marks, 'view' as const]
    .map((mark) => ({ mark, count: items.filter((item) => item.mark === mark).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className={styles.legendRoom}>
      {counts.length > 0 && (
        <ul className={styles.legend} aria-label="Marks">
          {counts.map(({ mark, count }) => (
            <li key={mark}>
              <button
                type="button"
                title={`To the next ${glyphs[mark].name[0]}`}
                onClick={() => {
                  const next = nextOf(items, clock.state().at, 1, (item) => item.mark === mark);
                  if (next) clock.seek(next.at);
                }}
              >
                <Glyph mark={mark} />
                {writeCount(count)} {glyphs[mark].name[count === 1 ? 0 : 1]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
