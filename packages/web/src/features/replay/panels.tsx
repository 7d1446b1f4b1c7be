import type { StoredRecord } from '@sightglass/wire';
import type { ReactNode } from 'react';
import { writeCount } from '../../ui/index.ts';
import { ConsolePanel } from './console-panel.tsx';
import { ErrorsPanel } from './errors-panel.tsx';
import styles from './event-list.module.css';
import { NetworkPanel } from './network-panel.tsx';
import { type PanelName, panelNames, panels } from './panel.ts';
import panelStyles from './panels.module.css';
import { PerformancePanel } from './performance-panel.tsx';

/** What stands beside the stage: what happened, as one looks at it. All of it keeps step with the clock. */
export function Panels({
  panel,
  onPanel,
  records,
  events,
}: {
  panel: PanelName;
  onPanel: (panel: PanelName) => void;
  records: readonly StoredRecord[];
  /** The list of everything. */
  events: ReactNode;
}) {
  return (
    <section className={styles.list} aria-label={panel === 'events' ? 'What happened' : panels[panel].name}>
      <div className={panelStyles.tabs} role="tablist" aria-label="Panels">
        {panelNames.map((name) => {
          const count = panels[name].count(records);
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`panel-${name}`}
              aria-selected={name === panel}
              aria-controls="panel"
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
      </div>
    </section>
  );
}
