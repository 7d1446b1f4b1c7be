import type { Span } from '@sightglass/replay';
import { type PointerEvent as ReactPointerEvent, type RefObject, useRef, useState } from 'react';
import { usePlayer } from './player.tsx';
import { leastZoomMs, type Scale } from './timeline-scale.ts';

type Handlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
  (event: ReactPointerEvent) => void
>;

/** A press that moves less is a click. */
const clickPx = 4;

/** What a pointer does on the timeline: moves the moment, or chooses a part; with Shift at the end of the choice, looks into it at once. */
export function usePointing(
  line: RefObject<HTMLElement | null>,
  scale: Scale,
  onHover: (at: number | null) => void,
): { choosing: Span | null; onRuler: Handlers; onLine: Handlers } {
  const { clock, say } = usePlayer();
  const [choosing, setChoosing] = useState<Span | null>(null);
  const pressed = useRef<{ at: number; x: number; chooses: boolean } | null>(null);

  function timeAt({ clientX }: ReactPointerEvent): number {
    const rect = line.current?.getBoundingClientRect();
    return scale.timeAt(rect ? (clientX - rect.left) / Math.max(rect.width, 1) : 0);
  }

  function down(event: ReactPointerEvent, chooses: boolean): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = { at: timeAt(event), x: event.clientX, chooses };
    if (!chooses) clock.seek(timeAt(event));
  }

  function move(event: ReactPointerEvent): void {
    const at = timeAt(event);
    onHover(at);
    const from = pressed.current;
    if (from === null) return;
    if (!from.chooses) clock.seek(at);
    else if (Math.abs(event.clientX - from.x) >= clickPx)
      setChoosing({ from: Math.min(from.at, at), until: Math.max(from.at, at) });
  }

  function up(event: ReactPointerEvent): void {
    const from = pressed.current;
    pressed.current = null;
    setChoosing(null);
    if (!from?.chooses) return;
    if (choosing === null || choosing.until - choosing.from < leastZoomMs) clock.seek(timeAt(event));
    else if (event.shiftKey) say({ zoom: choosing });
    else say({ clip: choosing });
  }

  function cancel(): void {
    pressed.current = null;
    setChoosing(null);
  }

  const handlers = (chooses: (event: ReactPointerEvent) => boolean): Handlers => ({
    onPointerDown: (event) => down(event, chooses(event)),
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: cancel,
    onPointerLeave: () => onHover(null),
  });
  return { choosing, onRuler: handlers(() => true), onLine: handlers(({ shiftKey }) => shiftKey) };
}
