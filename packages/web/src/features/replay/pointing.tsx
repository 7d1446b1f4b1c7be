import type { Inspected } from '@sightglass/replay';
import type { CSSProperties, MouseEvent } from 'react';
import { useInspecting } from './player.tsx';
import styles from './pointing.module.css';
import type { Seen } from './seen.ts';

/**
 * Over the page while one looks at elements: hears the pointer in the page's stead, which hears nothing, and draws around what it is over and
 * what was chosen. By keyboard one walks the page in the panel.
 */
export function Pointing({ seen, onChoose }: { seen: Seen; onChoose: (selector: string) => void }) {
  const { inspector, hovered, chosen } = useInspecting();
  const { width, height, scale } = seen;
  const placeOf = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent): { x: number; y: number } => ({
    x: offsetX / scale,
    y: offsetY / scale,
  });
  return (
    <div className={styles.room}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a picture that is pointed at; the panel has all of it by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className={styles.page}
        data-part="pointing"
        style={{ width: width * scale, height: height * scale }}
        onPointerMove={(event) => inspector.point(placeOf(event))}
        onPointerLeave={() => inspector.point(null)}
        onClick={async (event) => {
          const found = await inspector.choose(placeOf(event));
          if (found) onChoose(found.selector);
        }}
      >
        {chosen && <Around found={chosen} seen={seen} kind="chosen" />}
        {hovered && hovered.selector !== chosen?.selector && <Around found={hovered} seen={seen} kind="hovered" />}
      </div>
    </div>
  );
}

function Around({ found: { box, label }, seen, kind }: { found: Inspected; seen: Seen; kind: 'chosen' | 'hovered' }) {
  const { width, height, scale } = seen;
  const [x, y] = [box.x * scale, box.y * scale];
  const style: CSSProperties = { left: x, top: y, width: box.width * scale, height: box.height * scale };
  // Within the page, on whichever side there is room.
  const isLow = y < captionPx;
  const isRight = box.x > width / 2;
  const caption: CSSProperties = {
    ...(isLow
      ? { top: Math.min(y + box.height * scale, height * scale - captionPx) }
      : { top: Math.min(y, height * scale) - captionPx }),
    ...(isRight ? { right: Math.max(0, (width - box.x - box.width) * scale) } : { left: Math.max(0, x) }),
  };
  return (
    <>
      <span className={styles.box} data-kind={kind} style={style} />
      {kind === 'hovered' && (
        <span className={styles.caption} style={caption}>
          <b>{label}</b> {writeSize(box)}
        </span>
      )}
    </>
  );
}

const captionPx = 24;

/** As browsers' own tools write it: `120 × 32.5`. */
export function writeSize({ width, height }: Inspected['box']): string {
  return `${writePixels(width)} × ${writePixels(height)}`;
}

export function writePixels(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}
