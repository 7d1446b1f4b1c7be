import { notifyManager } from '@tanstack/react-query';

/** Somebody who drags, or leans on a key, is shown what comes all the same. */
const longestMs = 700;
/** From the way up to the click that it makes. */
const clickMs = 50;

/**
 * Answers that come while a button or a key is down are shown when it is up again. A line that moves between the two, because of a
 * fresher order or of one that is new above it, is not pressed: the browser then knows no one thing that both were on.
 */
export function letPressesEnd(page: Window): void {
  let isDown = false;
  let longest: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void)[] = [];

  function show(): void {
    isDown = false;
    const due = waiting;
    waiting = [];
    for (const one of due) one();
  }
  const down = (event: Event): void => {
    if (isDown || (event instanceof KeyboardEvent && event.repeat)) return;
    isDown = true;
    clearTimeout(longest);
    longest = setTimeout(show, longestMs);
  };
  const up = ({ type, target }: Event): void => {
    // A field that loses the focus to what is pressed ends no press; a window that loses it hears of no way up.
    if (!isDown || (type === 'blur' && target !== page)) return;
    clearTimeout(longest);
    longest = setTimeout(show, clickMs);
  };

  for (const name of ['pointerdown', 'keydown']) page.addEventListener(name, down, { capture: true, passive: true });
  for (const name of ['pointerup', 'pointercancel', 'keyup', 'blur'])
    page.addEventListener(name, up, { capture: true, passive: true });
  notifyManager.setScheduler((tell) => {
    if (isDown) waiting.push(tell);
    else setTimeout(tell, 0);
  });
}
