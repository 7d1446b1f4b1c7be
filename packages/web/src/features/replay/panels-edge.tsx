import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './panels-edge.module.css';
import { usePlayerPreferences } from './preferences.ts';

/** Root ems. Narrower, the rows of a panel say nothing; wider, nothing is left for the page. */
const least = 18;
const most = 60;
const stepRem = 2;

/**
 * The line between the stage and the panels, by which either is made wider (WAI-ARIA, Window Splitter pattern): dragged, or moved with the
 * arrow keys; a double click gives it its own place back. Kept in this browser.
 */
export function PanelsEdge() {
  const { panelsRem, keepPanelsRem } = usePlayerPreferences();
  const [begun, setBegun] = useState<{ x: number; rem: number } | null>(null);
  const widen = (rem: number): void => keepPanelsRem(Math.min(most, Math.max(least, Math.round(rem * 4) / 4)));

  function move({ clientX }: PointerEvent): void {
    if (begun !== null) widen(begun.rem + (begun.x - clientX) / remPx());
  }
  function press(event: KeyboardEvent<HTMLElement>): void {
    const rem = widthOf(event.currentTarget);
    if (event.key === 'ArrowLeft') widen(rem + stepRem);
    else if (event.key === 'ArrowRight') widen(rem - stepRem);
    else if (event.key === 'Home') widen(most);
    else if (event.key === 'End') widen(least);
    else if (event.key === 'Enter') keepPanelsRem(null);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule is not moved
    <div
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the panels"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={panelsRem ?? usualRem}
      title="Drag to make the panels wider; double-click for their usual width"
      tabIndex={0}
      data-dragged={begun !== null || undefined}
      onKeyDown={press}
      onDoubleClick={() => keepPanelsRem(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setBegun({ x: event.clientX, rem: widthOf(event.currentTarget) });
      }}
      onPointerMove={move}
      onPointerUp={() => setBegun(null)}
      onPointerCancel={() => setBegun(null)}
    />
  );
}

/** What the style sheet gives them where nobody moved the edge. */
const usualRem = 24;

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** As wide as they are: a small window gives them less than was asked for. */
function widthOf(edge: HTMLElement): number {
  const panels = edge.parentElement?.getBoundingClientRect();
  return panels === undefined ? usualRem : panels.width / remPx();
}
