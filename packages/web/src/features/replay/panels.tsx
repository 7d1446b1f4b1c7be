import type { StoredRecord } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { writeCount } from '../../ui/index.ts';
import { ConsolePanel } from './console-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import styles from './event-list.module.css';
import { NetworkPanel } from './network-panel.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { type PanelName, panelNames, panels } from './panel.ts';
import panelStyles from './panels.module.css';
import { PerformancePanel } from './performance-panel.tsx';
import { usePlayer } from './player.tsx';
import { SpecificationPanel } from './specification-panel.tsx';
import { StatePanel } from './state-panel.tsx';

/** What stands beside the stage: what happened, as one looks at it. All of it keeps step with the clock. */
export function Panels({
  panel,
  onPanel,
  session,
  records,
  events,
}: {
  panel: PanelName;
  onPanel: (panel: PanelName) => void;
  session: string;
  records: readonly StoredRecord[];
  /** The list of everything. */
  events: ReactNode;
}) {
  const { items } = usePlayer();
  const notes = items.filter(({ group }) => group === 'notes').length;
  return (
    <section className={styles.list} aria-label={panel === 'events' ? 'What happened' : panels[panel].name}>
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
        {panel === 'console' && <ConsolePanel records={records} />}
        {panel === 'network' && <NetworkPanel records={records} />}
        {panel === 'errors' && <ErrorsPanel records={records} />}
        {panel === 'performance' && <PerformancePanel records={records} />}
        {panel === 'state' && <StatePanel records={records} />}
        {panel === 'specification' && <SpecificationPanel session={session} />}
        {panel === 'notes' && <NotesPanel session={session} />}
      </div>
    </section>
  );
}

/** Arrows walk a list of tabs (WAI-ARIA, Tabs pattern). */
function neighbour(name: PanelName, key: string): PanelName | undefined {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return step === 0 ? undefined : panelNames.at((panelNames.indexOf(name) + step) % panelNames.length);
}
