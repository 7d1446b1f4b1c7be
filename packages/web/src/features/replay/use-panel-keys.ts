import { useShortcuts } from '../../ui/index.ts';
import { type PanelName, panelNames, panels } from './panel.ts';

/** Shift and a letter for each panel beside the stage. */
export function usePanelKeys(onPanel: (panel: PanelName) => void): void {
  useShortcuts(
    'Panels',
    panelNames.map((name) => ({
      keys: `shift+${panels[name].key}`,
      says: panels[name].name,
      run: () => onPanel(name),
    })),
  );
}
