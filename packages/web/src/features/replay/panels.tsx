import type { SessionSummary, StoredRecord, WireRecord } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { Empty, writeCount } from '../../ui/index.ts';
import { ConsolePanel } from './console-panel.tsx';
import { ElementPanel } from './element-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import styles from './event-list.module.css';
import { NetworkPanel } from './network-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { type PanelName, panelNames, panels } from './panel.ts';
import panelStyles from './panels.module.css';
import { PanelsEdge } from './panels-edge.tsx';
import { PerformancePanel } from './performance-panel.tsx';
import { usePlayer } from './player.tsx';
import type { ReplaySearch } from './search.ts';
import { SpecificationPanel } from './specification-panel.tsx';
import { StatePanel } from './state-panel.tsx';

/** What stands beside the stage: what happened, as one looks at it. All of it keeps step with the clock. */
export function Panels({
  search,
  onPanel,
  session,
  records,
  instead,
  events,
}: {
  search: ReplaySearch;
  onPanel: (panel: PanelName) => void;
  session: Pick<SessionSummary, 'session' | 'intake' | 'browser' | 'os'>;
  records: readonly StoredRecord[];
  /** What stands where they would, while they are not here. */
  instead: ReactNode;
  /** The list of everything. */
  events: ReactNode;
}) {
  const { items } = usePlayer();
  const { panel, find } = search;
  const isUntold = session.intake === 'rrweb' && untoldByRrweb[panel]?.(records) === true;
  const shown = ofRecords.has(panel) ? instead || (isUntold && <Untold />) : null;
  const notes = items.filter(({ group }) => group === 'notes').length;
  return (
    <section className={styles.list} aria-label={panel === 'events' ? 'What happened' : panels[panel].name}>
      <PanelsEdge />
      <div className={panelStyles.tabs} role="tablist" aria-label="Panels">
        {panelNames.map((name) => {
          const count = name === 'notes' ? notes : panels[name].count(records);
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`panel-${name}`}
              aria-selected={name === panel}
              aria-controls="panel"
              tabIndex={name === panel ? 0 : -1}
              onKeyDown={(event) => {
                const next = neighbour(name, event.key);
                if (next === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                onPanel(next);
                document.getElementById(`panel-${next}`)?.focus();
              }}
              onClick={() => onPanel(name)}
            >
              {panels[name].name}
              {count > 0 && <span>{writeCount(count)}</span>}
            </button>
          );
        })}
      </div>
      <div className={panelStyles.panel} role="tabpanel" id="panel" aria-labelledby={`panel-${panel}`}>
        {panel === 'events' && events}
        {shown}
        {!shown && panel === 'console' && <ConsolePanel records={records} level={search.level} find={find} />}
        {!shown && panel === 'network' && <NetworkPanel records={records} shown={search} />}
        {!shown && panel === 'errors' && <ErrorsPanel session={session.session} records={records} find={find} />}
        {!shown && panel === 'performance' && (
          <PerformancePanel session={session} records={records} waterfall={search.waterfall} />
        )}
        {!shown && panel === 'state' && <StatePanel records={records} />}
        {panel === 'element' && <ElementPanel selector={search.element} records={records} />}
        {panel === 'specification' && <SpecificationPanel session={session.session} />}
        {panel === 'notes' && <NotesPanel session={session.session} />}
      </div>
    </section>
  );
}

/** Panels of which a recording of rrweb alone tells nothing: that none is listed is no sign that there was none. */
const untoldByRrweb: Partial<Record<PanelName, (records: readonly StoredRecord[]) => boolean>> = {
  network: lackKinds('resource'),
  errors: lackKinds('resource', 'error'),
  performance: lackKinds('vital', 'longtask', 'resource'),
};

function lackKinds(...kinds: WireRecord['kind'][]): (records: readonly StoredRecord[]) => boolean {
  return (records) => !records.some(({ record }) => kinds.includes(record.kind));
}

function Untold() {
  return (
    <Empty title="Not recorded">
      <p>rrweb records what the page showed. Of calls, errors and timings it tells nothing.</p>
    </Empty>
  );
}

const ofRecords = new Set<PanelName>(['console', 'network', 'errors', 'performance', 'state']);

/** Arrows walk a list of tabs (WAI-ARIA, Tabs pattern). */
function neighbour(name: PanelName, key: string): PanelName | undefined {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return step === 0 ? undefined : panelNames.at((panelNames.indexOf(name) + step) % panelNames.length);
}
